//! placeholder

pub const DEFAULTS: &str = "";
pub fn effective(
    _: &readonce_plumbing::config::Layers,
) -> Result<toml::Table, readonce_plumbing::Halt> {
    Ok(Default::default())
}
pub async fn run(
    _: &readonce_plumbing::config::Layers,
    stop: tokio_util::sync::CancellationToken,
) -> Result<(), readonce_plumbing::Halt> {
    stop.cancelled().await;
    Ok(())
}
