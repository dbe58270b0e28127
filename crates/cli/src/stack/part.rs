//! The three parts of the stack: how each is started and how it says that it is healthy.

use std::process::Command;
use std::time::Duration;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::home::Home;
use super::ports;

#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    Kafka,
    Registry,
    Clickhouse,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Kafka, Part::Registry, Part::Clickhouse];

    pub const fn name(self) -> &'static str {
        match self {
            Part::Kafka => "kafka",
            Part::Registry => "registry",
            Part::Clickhouse => "clickhouse",
        }
    }

    pub const fn usual_port(self) -> u16 {
        match self {
            Part::Kafka => 9092,
            Part::Registry => 8081,
            Part::Clickhouse => 8123,
        }
    }

    pub fn url(self, port: u16) -> String {
        match self {
            Part::Kafka => format!("127.0.0.1:{port}"),
            Part::Registry => format!("http://127.0.0.1:{port}/apis/ccompat/v7"),
            Part::Clickhouse => format!("http://127.0.0.1:{port}"),
        }
    }

    /// Its lines of a configuration file.
    pub fn config(self, port: u16) -> String {
        let url = self.url(port);
        match self {
            Part::Kafka => format!("\n[kafka]\nbootstrap-servers = \"{url}\"\n"),
            Part::Registry => format!("\n[registry]\nurl = \"{url}\"\n"),
            Part::Clickhouse => format!("\n[clickhouse]\nurl = \"{url}\"\n"),
        }
    }

    /// The command that becomes this part.
    pub fn command(self, home: &Home, port: u16) -> anyhow::Result<Command> {
        let script = home.dev()?.join(self.name()).join("run.sh");
        let mut command = Command::new("bash");
        command
            .arg(script)
            .arg("--dist")
            .arg(home.dist()?)
            .arg("--data")
            .arg(home.data(self));
        command
            .arg("--port")
            .arg(port.to_string())
            .arg("--log")
            .arg(home.log(self));
        if self == Part::Kafka {
            command
                .arg("--controller-port")
                .arg(ports::free()?.to_string());
        }
        Ok(command)
    }

    /// Whether it answers the way its users will ask.
    pub async fn is_healthy(self, port: u16) -> bool {
        match self {
            Part::Kafka => kafka_answers(port).await,
            Part::Registry => http_answers(&format!("{}/subjects", self.url(port))).await,
            Part::Clickhouse => http_answers(&format!("{}/ping", self.url(port))).await,
        }
    }
}

async fn http_answers(url: &str) -> bool {
    let client = reqwest::Client::builder()
        .no_proxy()
        .timeout(Duration::from_secs(2))
        .build();
    let Ok(client) = client else { return false };
    client
        .get(url)
        .send()
        .await
        .is_ok_and(|response| response.status().is_success())
}

async fn kafka_answers(port: u16) -> bool {
    use readonce_plumbing::kafka::{Admin, ClientSettings};
    // A look before the client is made: it logs every refused connection.
    if !ports::answers(port) {
        return false;
    }
    let ask = || -> anyhow::Result<Admin> {
        let kafka = readonce_plumbing::config::Kafka {
            bootstrap_servers: Part::Kafka.url(port),
            namespace: Default::default(),
            partitions: 1,
            replication_factor: 1,
            extra: Default::default(),
        };
        Admin::new(&ClientSettings::new(kafka)?).context("kafka client")
    };
    match ask() {
        Ok(admin) => admin.partitions().await.is_ok(),
        Err(_) => false,
    }
}
