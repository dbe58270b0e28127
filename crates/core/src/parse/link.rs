//! Links as identity: one address for one thing, whatever was hung on to it on the way.
//!
//! Scheme (http or https), letter case of the host, `www.`, default ports, fragments, a trailing
//! slash, the order of parameters and tracking parameters make no new thing. Every other parameter
//! may carry the id and stays.

use std::borrow::Cow;

use url::Url;

/// Parameters that tell where a visitor came from, by name.
const TRACKING: [&str; 34] = [
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "_openstat",
    "dclid",
    "fbclid",
    "gad_source",
    "gbraid",
    "gclid",
    "gclsrc",
    "gh_src",
    "gs_l",
    "igshid",
    "jsessionid",
    "lever-origin",
    "lever-source",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mibextid",
    "mkt_tok",
    "msclkid",
    "phpsessid",
    "ref_src",
    "s_cid",
    "sessionid",
    "spm",
    "srsltid",
    "trk",
    "twclid",
    "wbraid",
    "wickedid",
    "yclid",
];

/// The same by how the name begins.
const TRACKING_STARTS: [&str; 6] = ["utm_", "pk_", "mtm_", "hsa_", "trk_", "at_"];

/// The link as an absolute address; `None` when it is none, or none for the web.
pub(crate) fn resolve(link: &str, base: Option<&str>) -> Option<Url> {
    let link = link.trim();
    let url = match Url::parse(link) {
        Ok(url) => url,
        Err(url::ParseError::RelativeUrlWithoutBase) => Url::parse(base?).ok()?.join(link).ok()?,
        Err(_) => return None,
    };
    matches!(url.scheme(), "http" | "https").then_some(url)
}

/// The one address of the thing that a link leads to. Never for fetching: it may be written in a
/// way that the site does not answer to.
pub(crate) fn canonical(link: &str, base: Option<&str>) -> Option<String> {
    let mut url = resolve(link, base)?;
    url.set_fragment(None);
    // Both cannot fail for http and https; where they do, the address stays as it is.
    let _ = url.set_scheme("https");
    let _ = url.set_port(url.port().filter(|port| !matches!(port, 80 | 443)));
    let host = bare(url.host_str()?).to_owned();
    url.set_host(Some(&host)).ok()?;
    // Twice: what a session id hid may be a dot, which leads up and leaves a slash.
    for _ in 0..2 {
        let path = path(url.path());
        url.set_path(&path);
    }
    let query = query(&url);
    url.set_query(query.as_deref());
    let mut text = url.to_string();
    // Only the root is left with one; a slash at the end of a parameter is its value.
    if query.is_none() && text.ends_with('/') {
        text.pop();
    }
    Some(text)
}

/// A host without the dot of a root behind it and without `www.`, however often, in front of it.
fn bare(host: &str) -> &str {
    let mut host = host.trim_end_matches('.');
    while let Some(rest) = host.strip_prefix("www.").filter(|rest| rest.contains('.')) {
        host = rest;
    }
    host
}

/// Without session ids that some servers write into it, and without the slash at its end.
fn path(path: &str) -> String {
    let path = match path.to_ascii_lowercase().find(";jsessionid=") {
        Some(at) => path.get(..at).unwrap_or(path),
        None => path,
    };
    path.trim_end_matches('/').to_owned()
}

/// The parameters that may carry the id, sorted; values keep their writing.
fn query(url: &Url) -> Option<String> {
    let mut kept: Vec<&str> = url
        .query()?
        .split('&')
        .filter(|pair| !pair.is_empty() && !is_tracking(pair.split('=').next().unwrap_or(pair)))
        .collect();
    // Stable: of repeated names the order may count.
    kept.sort_by_key(|pair| pair.split('=').next());
    (!kept.is_empty()).then(|| kept.join("&"))
}

fn is_tracking(name: &str) -> bool {
    let name: Cow<str> = match name.chars().any(|c| c.is_ascii_uppercase()) {
        true => Cow::Owned(name.to_ascii_lowercase()),
        false => Cow::Borrowed(name),
    };
    TRACKING.contains(&name.as_ref()) || TRACKING_STARTS.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(link: &str) -> String {
        canonical(link, None).unwrap()
    }

    #[test]
    fn what_is_hung_on_to_a_link_makes_no_new_one() {
        let one = "https://boards.example.com/acme/jobs/42";
        for other in [
            "https://boards.example.com/acme/jobs/42",
            "http://boards.example.com:80/acme/jobs/42/",
            "https://www.boards.example.com/acme/jobs/42",
            "https://BOARDS.example.com/acme/jobs/42?utm_source=mail&utm_medium=x",
            "https://boards.example.com/acme/jobs/42?gh_src=abc123#apply",
            "https://boards.example.com/acme/jobs/42;jsessionid=9f3a?UTM_Source=a",
        ] {
            assert_eq!(told(other), one, "{other}");
        }
    }

    #[test]
    fn parameters_that_carry_the_id_stay_in_any_order() {
        let one = "https://careers.example.com/jobs/search?gh_jid=8130725";
        assert_eq!(told(&format!("{one}&utm_campaign=y#top")), one);
        assert_ne!(told(&one.replace("8130725", "8130726")), one);
        assert_eq!(
            told("https://a.example/?b=2&a=1"),
            told("https://a.example?a=1&b=2")
        );
        assert_ne!(
            told("https://a.example/x?to=/y/"),
            told("https://a.example/x?to=/y")
        );
        assert_ne!(told("https://a.example/A"), told("https://a.example/a"));
    }

    #[test]
    fn relative_links_need_the_address_of_their_page() {
        let base = Some("https://a.example/news/index.html");
        let link = canonical("../p/1?utm_x=1", base);
        assert_eq!(link.as_deref(), Some("https://a.example/p/1"));
        assert_eq!(canonical("/p/1", None), None);
        assert_eq!(canonical("mailto:a@example.com", base), None);
    }

    #[test]
    fn canonical_links_are_their_own_canonical_form() {
        for link in [
            "https://a.example/",
            "https://a.example/x?next=https:/",
            "https://a.example/x/.;jsessionid=1?a=b",
            "https://www.www.a.example./x",
            "https://a.example//p/9",
            "https://a.example/?q=%20a+b",
            "https://例え.jp/路",
        ] {
            let once = told(link);
            assert_eq!(told(&once), once);
        }
    }
}
