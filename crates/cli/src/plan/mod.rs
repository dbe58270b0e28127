//! `readonce plan`: how many contents a change would make new, and what they would cost. Reads
//! tables and kept pages; calls nobody and writes nothing.

mod contract;
mod forecast;
mod parser;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args};
use readonce_core::extract::config::ExtractionConfig;
use readonce_core::extract::contract::Contract;
use readonce_model::ContractId;
use serde::Serialize;
use serde_json::json;

use crate::context::Context;
use crate::fault::usage;
use crate::output::say;
use crate::store::Store;
use forecast::{Forecast, Weigher};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("change").required(true).multiple(true)
    .args(["parser", "contract", "extraction_config"]))]
pub struct Plan {
    /// A parser document that --source is to be read by: its latest kept pages are read again
    #[arg(
        long,
        value_name = "FILE",
        requires = "source",
        conflicts_with = "contract"
    )]
    pub parser: Option<PathBuf>,
    /// A contract under which current contents are to be extracted. Example: job@2
    #[arg(long, value_name = "NAME@MAJOR")]
    pub contract: Option<ContractId>,
    /// An extraction config: alone it says what changes with it; beside another change, its prices
    /// count
    #[arg(long, value_name = "FILE")]
    pub extraction_config: Option<PathBuf>,
    /// Contents of this source only
    #[arg(long, value_name = "SOURCE")]
    pub source: Option<String>,
}

pub async fn run(context: &Context, options: Plan) -> anyhow::Result<ExitCode> {
    let current = readonce_extract::Config::read(&context.layers()?)?.extraction()?;
    let given = options
        .extraction_config
        .as_deref()
        .map(read_config)
        .transpose()?;
    let config = given.clone().unwrap_or_else(|| current.clone());
    if let Some(file) = &options.parser {
        let source = options.source.as_deref().unwrap_or_default();
        let plan = parser::plan(context, config, (file, source)).await?;
        context.output.show(&plan, || plan.show(context))?;
    } else if let Some(contract) = &options.contract {
        let store = Store::open(context).await?;
        let weigher = Weigher::new(&store, config).await?;
        let plan = contract::plan(weigher, contract, options.source.as_deref()).await?;
        context.output.show(&plan, || plan.show(context))?;
    } else {
        of_config(context, &current, &config)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What every plan says.
#[derive(Debug, Serialize)]
struct Report<D: Serialize> {
    change: String,
    config: Value,
    /// What was looked at.
    #[serde(flatten)]
    details: D,
    #[serde(flatten)]
    forecast: Forecast,
    why: String,
}

type Value = serde_json::Value;

impl<D: Serialize> Report<D> {
    fn show(&self, context: &Context) {
        let bold = |number: i64| context.output.bold(&number.to_string());
        say!("{}", self.change);
        let details = serde_json::to_value(&self.details).unwrap_or_default();
        for (name, value) in details.as_object().into_iter().flatten() {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            say!("  {}: {value}", name.replace('_', " "));
        }
        let forecast = &self.forecast;
        say!(
            "  contents: {}, of them with a profile: {}",
            forecast.contents,
            forecast.known
        );
        say!("  lifted without a call: {}", bold(forecast.lifted));
        say!(
            "  new: {} ({} asked in part, {} in whole)",
            bold(forecast.new),
            forecast.asked_in_part,
            forecast.asked_in_whole
        );
        let estimate = &forecast.estimate;
        say!(
            "  estimated: {} tokens in, {} out, {:.6} of the price list's currency",
            estimate.tokens_in,
            estimate.tokens_out,
            estimate.cost_micros as f64 / 1e6
        );
        say!("{}", context.output.dim(&self.why));
    }
}

fn shown(config: &ExtractionConfig) -> Value {
    json!({
        "name": config.name,
        "version": config.config_version(),
        "provider": config.provider.as_str(),
        "model": config.model_name(),
    })
}

/// A config is provenance: nothing that was paid is asked again.
fn of_config(
    context: &Context,
    current: &ExtractionConfig,
    config: &ExtractionConfig,
) -> anyhow::Result<()> {
    let is_new = current.config_version() != config.config_version();
    let why = match is_new {
        true => {
            "a config says how the next content is asked; its version goes into new profiles and \
             invalidates none, so nothing is asked again"
        }
        false => "the version is the one in use: nothing that can change an answer differs",
    };
    let report = Report {
        change: format!("extraction config '{}'", config.name),
        config: shown(config),
        details: json!({ "current_version": current.config_version(), "is_new_version": is_new }),
        forecast: Forecast::default(),
        why: why.to_owned(),
    };
    context.output.show(&report, || report.show(context))
}

fn read_config(path: &Path) -> anyhow::Result<ExtractionConfig> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| usage(format!("cannot read {}: {error}", path.display())))?;
    let place = path.display().to_string();
    Ok(readonce_extract::parse_extraction_config(&text, &place)?)
}

/// A contract by its name, compiled.
pub fn contract_called(id: &ContractId) -> anyhow::Result<Contract> {
    Contract::built_in(id).map_err(|error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        usage(cause.unwrap_or_else(|| error.to_string()))
    })
}
