//! Whether a fetch may go to an address: the outside world only, unless the catalog says otherwise.
//!
//! The edge asks before the first request, again at every redirect, and again with the address that
//! it is really connected to: a name may resolve to something else the second time. Checking and
//! fetching must use the same parsed URL. Never resolves anything itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Redirects that are followed; the next one is refused.
pub const MAX_REDIRECTS: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("only http and https are fetched, not {0}")]
    Scheme(String),
    #[error("the address names no host")]
    NoHost,
    #[error("port {0} is not a web port; only 80 and 443 are fetched")]
    Port(u16),
    #[error("{0} is not a public address; allow-private-addresses would let it pass")]
    Private(IpAddr),
    #[error("{0} resolves to no address")]
    Unresolved(String),
    #[error("more than {MAX_REDIRECTS} redirects")]
    TooManyRedirects,
    #[error("a redirect from https to http would send the request in clear")]
    Downgrade,
}

/// Checks a URL with all the addresses that its host resolved to; one bad address refuses it.
///
/// A host that is itself an IP address is checked too: clients do not resolve it.
pub fn check(url: &Url, resolved: &[IpAddr], allow_private: bool) -> Result<(), Refused> {
    let literal = check_form(url, allow_private)?;
    if literal.is_none() && resolved.is_empty() {
        let name = url.host_str().unwrap_or_default();
        return Err(Refused::Unresolved(name.to_owned()));
    }
    match resolved.iter().find(|address| !is_public(**address)) {
        Some(address) if !allow_private => Err(Refused::Private(*address)),
        _ => Ok(()),
    }
}

/// The part of [`check`] that needs no resolver. Answers the host's address when it is one.
pub fn check_form(url: &Url, allow_private: bool) -> Result<Option<IpAddr>, Refused> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Refused::Scheme(url.scheme().to_owned()));
    }
    let port = url.port_or_known_default().unwrap_or_default();
    if !allow_private && !matches!(port, 80 | 443) {
        return Err(Refused::Port(port));
    }
    let literal = match url.host().ok_or(Refused::NoHost)? {
        Host::Domain(name) => loopback_name(name),
        Host::Ipv4(address) => Some(IpAddr::V4(address)),
        Host::Ipv6(address) => Some(IpAddr::V6(address)),
    };
    match literal {
        Some(address) if !allow_private && !is_public(address) => Err(Refused::Private(address)),
        literal => Ok(literal),
    }
}

/// Checks the hop to `to`, the `hops`-th redirect of a fetch, apart from [`check`] for `to` itself.
pub fn check_redirect(from: &Url, to: &Url, hops: usize) -> Result<(), Refused> {
    if hops > MAX_REDIRECTS {
        return Err(Refused::TooManyRedirects);
    }
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(Refused::Downgrade);
    }
    Ok(())
}

/// `localhost` and names below it mean this machine whatever a resolver says.
fn loopback_name(name: &str) -> Option<IpAddr> {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let local = name == "localhost" || name.ends_with(".localhost");
    local.then_some(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// Whether an address belongs to the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// Blocks of the IANA special-purpose registry, as first address and prefix length.
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, and everything reserved above it, broadcast included.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    !SPECIAL_V4.iter().any(|(block, prefix)| {
        let shift = 32 - prefix;
        address.to_bits() >> shift == block.to_bits() >> shift
    })
}

/// Only 2000::/3 is given out at all. Of it, blocks that are special or that carry an IPv4 address
/// inside (Teredo, 6to4) are refused; mapped and translated addresses lie outside of it.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

fn is_public_v6(address: Ipv6Addr) -> bool {
    let given_out = address.segments()[0] >> 13 == 0b001;
    let special = SPECIAL_V6.iter().any(|(block, prefix)| {
        let shift = 128 - prefix;
        address.to_bits() >> shift == block.to_bits() >> shift
    });
    given_out && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    const PRIVATE: [&str; 38] = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "ff02::1",
    ];

    const PUBLIC: [&str; 9] = [
        "8.8.8.8",
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "198.17.255.255",
        "2606:4700:4700::1111",
        "2a00:1450:4001::200e",
    ];

    #[test]
    fn only_the_public_internet_is_public() {
        for text in PRIVATE {
            assert!(!is_public(ip(text)), "{text} would be fetched");
        }
        for text in PUBLIC {
            assert!(is_public(ip(text)), "{text} is refused");
        }
    }

    #[test]
    fn one_private_address_among_public_ones_refuses_the_name() {
        let site = url("https://boards.example.com/jobs");
        let answer = check(&site, &[ip("8.8.8.8"), ip("10.0.0.1")], false);
        assert_eq!(answer, Err(Refused::Private(ip("10.0.0.1"))));
        assert_eq!(check(&site, &[ip("8.8.8.8")], false), Ok(()));
        let answer = check(&site, &[], false);
        assert_eq!(
            answer,
            Err(Refused::Unresolved("boards.example.com".into()))
        );
    }

    #[test]
    fn addresses_in_disguise_are_seen_through() {
        for text in [
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://127.0.0.1./",
            "http://[::ffff:127.0.0.1]/",
            "http://[::1]/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://169.254.169.254/latest/meta-data",
        ] {
            let answer = check(&url(text), &[ip("8.8.8.8")], false);
            assert!(
                matches!(answer, Err(Refused::Private(_))),
                "{text}: {answer:?}"
            );
        }
    }

    #[test]
    fn only_web_schemes_and_web_ports_are_fetched() {
        let refused = |text: &str| check(&url(text), &[ip("8.8.8.8")], false).unwrap_err();
        assert_eq!(
            refused("file:///etc/passwd"),
            Refused::Scheme("file".into())
        );
        assert_eq!(
            refused("ftp://a.example.com/"),
            Refused::Scheme("ftp".into())
        );
        assert_eq!(refused("http://a.example.com:6379/"), Refused::Port(6379));
    }

    #[test]
    fn a_local_site_needs_the_catalogs_word() {
        let local = url("http://127.0.0.1:8080/jobs");
        assert!(check(&local, &[], false).is_err());
        assert_eq!(check(&local, &[], true), Ok(()));
        let named = url("http://intranet.example.com:8080/jobs");
        assert_eq!(check(&named, &[ip("10.1.2.3")], true), Ok(()));
        assert!(check(&url("file:///etc/passwd"), &[], true).is_err());
    }

    #[test]
    fn redirects_are_few_and_never_leave_https() {
        let (https, http) = (url("https://a.example.com/"), url("http://a.example.com/"));
        assert_eq!(check_redirect(&http, &https, 1), Ok(()));
        assert_eq!(check_redirect(&https, &https, MAX_REDIRECTS), Ok(()));
        let downgrade = check_redirect(&https, &http, 1);
        assert_eq!(downgrade, Err(Refused::Downgrade));
        let endless = check_redirect(&https, &https, MAX_REDIRECTS + 1);
        assert_eq!(endless, Err(Refused::TooManyRedirects));
    }
}
