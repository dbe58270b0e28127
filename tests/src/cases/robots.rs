//! Cases of robots.txt.

use anyhow::{Context, Result};
use readonce_core::robots::Robots;
use serde_json::json;

use super::Checks;
use super::given::Case;

/// Our own name in the rules of a site.
const AGENT: &str = "readonce";

pub(super) fn case(case: &Case, checks: &mut Checks) -> Result<()> {
    let robots = Robots::parse(&case.bytes()?);
    let paths = case.expect["allowed"].as_object().context("allowed")?;
    for (path, allowed) in paths {
        let name = format!("allowed {path}");
        checks.same(&name, json!(robots.allowed(AGENT, path)), allowed);
    }
    let delay = robots.crawl_delay_s(AGENT).map(|delay| delay as i64);
    checks.same("crawl_delay_s", json!(delay), &case.expect["crawl_delay_s"]);
    Ok(())
}
