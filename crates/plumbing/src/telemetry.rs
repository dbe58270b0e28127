//! Logs to standard error, metrics to one recorder.

use std::io::IsTerminal;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::Halt;
use crate::config::Telemetry;
use crate::metrics::Metric;

static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();

/// Starts logging; once a process.
pub fn start_logs(config: &Telemetry) -> Result<(), Halt> {
    let filter = EnvFilter::try_new(&config.log)
        .map_err(|error| Halt::Config(format!("[telemetry] log: {error}")))?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let started = match config.log_format.as_str() {
        "text" => builder.with_target(false).try_init(),
        "json" => builder.json().try_init(),
        other => {
            return Err(Halt::Config(format!(
                "[telemetry] log-format is '{other}'; text or json"
            )));
        }
    };
    started.map_err(|error| Halt::Internal(error.to_string()))
}

/// The recorder of this process; started by the first who asks.
pub fn recorder() -> Result<&'static PrometheusHandle, Halt> {
    if let Some(handle) = RECORDER.get() {
        return Ok(handle);
    }
    let installed = PrometheusBuilder::new().install_recorder();
    crate::metrics::describe_all();
    match installed {
        Ok(handle) => Ok(RECORDER.get_or_init(|| handle)),
        // Two threads asked at the same time: the other one's recorder is as good.
        Err(error) => RECORDER
            .get()
            .ok_or_else(|| Halt::Internal(error.to_string())),
    }
}

/// Sum of a counter over all its series that carry the given labels: for progress on a terminal.
pub fn total(metric: Metric, labels: &[(&str, &str)]) -> Result<f64, Halt> {
    Ok(sum(&recorder()?.render(), metric.name(), labels))
}

fn sum(text: &str, name: &str, labels: &[(&str, &str)]) -> f64 {
    let wanted: Vec<_> = labels
        .iter()
        .map(|(key, value)| format!("{key}=\"{value}\""))
        .collect();
    text.lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter(|(series, _)| series.split('{').next() == Some(name))
        .filter(|(series, _)| wanted.iter().all(|label| series.contains(label.as_str())))
        .filter_map(|(_, value)| value.parse::<f64>().ok())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_series_that_carry_the_labels() {
        let text = "# HELP a_total x\na_total{s=\"1\",o=\"x\"} 2\na_total{s=\"2\",o=\"x\"} 3\n\
                    a_total_more{s=\"1\"} 9\na_total{s=\"1\",o=\"y\"} 4\n";
        assert_eq!(sum(text, "a_total", &[]), 9.0);
        assert_eq!(sum(text, "a_total", &[("s", "1")]), 6.0);
        assert_eq!(sum(text, "a_total", &[("s", "1"), ("o", "x")]), 2.0);
    }
}
