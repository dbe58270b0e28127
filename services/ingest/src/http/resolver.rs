//! Resolves host names and hands on only what may be fetched. The client connects to the very
//! addresses that were checked, so a name that changes its address in between gains nothing.
//!
//! Hosts that are addresses themselves never come here; the gate checks them in the URL.

use std::net::SocketAddr;

use readonce_core::fetch::gate::{Refused, is_public};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedResolver {
    pub(super) allow_private: bool,
}

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await;
            let all: Vec<SocketAddr> = found
                .map_err(|_| Refused::Unresolved(name.as_str().to_owned()))?
                .collect();
            check(name.as_str(), &all, allow_private)?;
            Ok(Box::new(all.into_iter()) as Addrs)
        })
    }
}

/// One bad address refuses the name: a site that mixes them is after something.
fn check(name: &str, all: &[SocketAddr], allow_private: bool) -> Result<(), Refused> {
    if all.is_empty() {
        return Err(Refused::Unresolved(name.to_owned()));
    }
    match all.iter().find(|address| !is_public(address.ip())) {
        Some(address) if !allow_private => Err(Refused::Private(address.ip())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(all: &[&str]) -> Vec<SocketAddr> {
        all.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn one_private_address_among_public_ones_refuses_the_name() {
        let mixed = addresses(&["8.8.8.8:0", "10.0.0.1:0"]);
        let refused = check("a.example.com", &mixed, false).unwrap_err();
        assert_eq!(refused, Refused::Private("10.0.0.1".parse().unwrap()));
        assert_eq!(check("a.example.com", &mixed, true), Ok(()));
        assert_eq!(check("a.example.com", &mixed[..1], false), Ok(()));
    }

    #[test]
    fn a_name_without_an_address_is_refused() {
        let refused = check("a.example.com", &[], true).unwrap_err();
        assert_eq!(refused, Refused::Unresolved("a.example.com".to_owned()));
    }
}
