//! Secrets in addresses and headers: what they look like, and addresses without them.
//!
//! Evidence, catalog documents and logs only ever see what [`strip_secrets`] lets through. A name
//! that is wrongly taken for a secret costs a parameter in a log; the other mistake leaks a key.

use url::Url;

/// Words that make a parameter or header a secret wherever they stand in its name.
const SECRET_WORDS: [&str; 17] = [
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "auth",
    "authorization",
    "oauth",
    "jwt",
    "bearer",
    "sig",
    "signature",
    "credential",
    "credentials",
    "session",
    "sessionid",
    "cookie",
];
/// Names with `key` in them that are secrets; `job_key` is an id and stays.
const SECRET_KEYS: [&str; 8] = [
    "key",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "subscriptionkey",
    "authkey",
    "accesskeyid",
];

/// Whether a query parameter or header of this name carries a credential.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let joined = words.concat();
    let ends_in_key = SECRET_KEYS
        .iter()
        .any(|key| joined == *key || (key.len() > 3 && joined.ends_with(key)));
    ends_in_key
        || words
            .iter()
            .any(|word| SECRET_WORDS.contains(&word.as_str()))
        || ["accesstoken", "authtoken", "clientsecret"].contains(&joined.as_str())
}

/// `X-Amz-Signature`, `accessToken` and `api_key` taken apart, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || (c.is_uppercase() && after_lower);
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The address without user name, password and secret parameters; the rest is untouched.
///
/// What is no address loses everything from which a secret could not be told.
pub fn strip_secrets(address: &str) -> String {
    // `bob:pw@host` parses as an address of the scheme "bob".
    let parsed = Url::parse(address).ok();
    let Some(mut url) = parsed.filter(|url| !url.cannot_be_a_base()) else {
        return strip_blindly(address);
    };
    // Both fail only for addresses that cannot have them.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let query = url.query().map(public_part);
    url.set_query(query.as_deref().filter(|query| !query.is_empty()));
    if url.fragment().is_some_and(holds_secret) {
        url.set_fragment(None);
    }
    url.into()
}

/// Whether the address carries a credential in clear.
pub fn has_secret(url: &Url) -> bool {
    let parts = [url.query(), url.fragment()];
    !url.username().is_empty()
        || url.password().is_some()
        || parts.into_iter().flatten().any(holds_secret)
}

fn holds_secret(query: &str) -> bool {
    query.split('&').any(is_secret_pair)
}

/// Works on the raw text, so that what stays keeps its exact form.
fn public_part(query: &str) -> String {
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| !is_secret_pair(pair))
        .collect();
    kept.join("&")
}

fn is_secret_pair(pair: &str) -> bool {
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .is_some_and(|(name, value)| !value.is_empty() && is_secret_name(&name))
}

fn strip_blindly(text: &str) -> String {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let path = text.get(..end).unwrap_or_default();
    match path.rsplit_once('@') {
        Some((_, rest)) => rest.to_owned(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_info_and_secret_parameters_go_and_the_rest_stays_as_it_was() {
        for (before, after) in [
            (
                "https://bob:pw@a.example.com/jobs?page=2",
                "https://a.example.com/jobs?page=2",
            ),
            (
                "https://a.example.com/j?token=x&content=true&api_key=y",
                "https://a.example.com/j?content=true",
            ),
            ("https://a.example.com/j?key=x", "https://a.example.com/j"),
            (
                "https://a.example.com/j?q=a%20b+c&X-Amz-Signature=z",
                "https://a.example.com/j?q=a%20b+c",
            ),
            (
                "https://a.example.com/j#access_token=x&state=1",
                "https://a.example.com/j",
            ),
            (
                "https://a.example.com/j?%74oken=x",
                "https://a.example.com/j",
            ),
            (
                "https://a.example.com/#/jobs/7",
                "https://a.example.com/#/jobs/7",
            ),
        ] {
            assert_eq!(strip_secrets(before), after, "{before}");
        }
    }

    #[test]
    fn names_of_secrets_are_told_from_names_of_ids() {
        for name in [
            "token",
            "access_token",
            "accessToken",
            "ACCESS-TOKEN",
            "accesstoken",
            "key",
            "api_key",
            "apiKey",
            "x-api-key",
            "Ocp-Apim-Subscription-Key",
            "sig",
            "signature",
            "X-Amz-Credential",
            "auth",
            "Authorization",
            "Proxy-Authorization",
            "password",
            "client_secret",
            "Cookie",
            "jwt",
        ] {
            assert!(is_secret_name(name), "{name} would leak");
        }
        for name in [
            "gh_jid", "jobId", "job_key", "page", "content", "keyword", "author", "design",
            "Accept",
        ] {
            assert!(!is_secret_name(name), "{name} is no secret");
        }
    }

    #[test]
    fn what_is_no_address_keeps_only_its_path() {
        assert_eq!(strip_secrets("bob:pw@host/a?token=x"), "host/a");
        assert_eq!(strip_secrets("boards/jobs.json"), "boards/jobs.json");
    }

    #[test]
    fn an_address_in_a_catalog_can_be_asked_for_its_secrets() {
        let has = |text: &str| has_secret(&Url::parse(text).unwrap());
        assert!(has("https://bob@a.example.com/"));
        assert!(has("https://a.example.com/?sig=1"));
        assert!(!has("https://a.example.com/?page=1&token="));
    }
}
