//! Where a command works: home folder, configuration, namespace.

use std::path::{Path, PathBuf};

use clap::Args;
use readonce_plumbing::Halt;
use readonce_plumbing::config::{Kafka, Layers, Registry, SECTIONS, Sources};
use readonce_plumbing::kafka::ClientSettings;

use crate::output::Output;
use crate::stack::Home;

/// File that is read when no --config is given and it lies in the working folder.
const LOCAL_CONFIG: &str = "readonce.toml";

/// Flags that every command takes.
#[derive(Clone, Debug, Args)]
pub struct Globals {
    /// Print one JSON document instead of text for people
    #[arg(long, global = true)]
    pub json: bool,
    /// Configuration file; without it ./readonce.toml, else the local stack's
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// One setting, over everything else; repeatable
    #[arg(long, global = true, value_name = "SECTION.KEY=VALUE")]
    pub set: Vec<String>,
    /// Folder of the local stack; without it .readonce beside dev/
    #[arg(long, global = true, value_name = "DIR", env = "READONCE_HOME")]
    pub home: Option<PathBuf>,
}

/// What every command is given.
pub struct Context {
    pub output: Output,
    pub home: Home,
    pub sources: Sources,
}

impl Context {
    pub fn new(globals: &Globals) -> anyhow::Result<Self> {
        let home = Home::new(globals.home.as_deref())?;
        let file = globals.config.clone().or_else(|| default_config(&home));
        let sources = Sources {
            file,
            overrides: globals.set.clone(),
        };
        Ok(Self {
            output: Output::new(globals.json),
            home,
            sources,
        })
    }

    /// All layers of the configuration, with the defaults of all four services.
    pub fn layers(&self) -> Result<Layers, Halt> {
        layers(&self.sources)
    }

    pub fn kafka(&self) -> Result<ClientSettings, Halt> {
        ClientSettings::new(self.layers()?.section::<Kafka>("kafka")?)
    }

    pub fn registry(&self) -> Result<readonce_plumbing::registry::Registry, Halt> {
        let config: Registry = self.layers()?.section("registry")?;
        readonce_plumbing::registry::Registry::new(&config)
    }
}

pub fn layers(sources: &Sources) -> Result<Layers, Halt> {
    let defaults = [
        readonce_ingest::DEFAULTS,
        readonce_canonicalize::DEFAULTS,
        readonce_extract::DEFAULTS,
        readonce_sink::DEFAULTS,
    ];
    let layers = Layers::new(sources, &defaults)?;
    layers.refuse_unknown_sections(SECTIONS)?;
    Ok(layers)
}

/// A file beside the user comes first, then the addresses of the local stack.
fn default_config(home: &Home) -> Option<PathBuf> {
    let candidates = [Path::new(LOCAL_CONFIG).to_owned(), home.config_file()];
    candidates.into_iter().find(|path| path.is_file())
}

/// The same sources with another file.
pub fn with_config(sources: &Sources, file: &Path) -> Sources {
    Sources {
        file: Some(file.to_owned()),
        overrides: sources.overrides.clone(),
    }
}
