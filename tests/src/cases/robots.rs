//! Cases of robots.txt.

use anyhow::Result;

use super::Checks;
use super::given::Case;

pub(super) fn case(case: &Case, checks: &mut Checks) -> Result<()> {
    let body = case.bytes()?;
    let _ = body;
    checks.holds("allowed, crawl_delay_s", false, || {
        "no reader of robots rules".to_owned()
    });
    Ok(())
}
