//! Dead letters, read back for people: where each came from, why, and its original bytes.

use rdkafka::Message;
use rdkafka::message::{BorrowedMessage, Headers};
use readonce_model::header::Provenance;
use readonce_model::{Service, Topic};

use super::client::ClientSettings;
use super::table::read_to_end;
use crate::Halt;

/// One dead letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Where it lies on the dead-letter topic.
    pub partition: i32,
    pub offset: i64,
    /// None when its headers are not those of a dead letter.
    pub provenance: Option<Provenance>,
    pub key: Option<Vec<u8>>,
    pub value: Option<Vec<u8>>,
}

/// All letters of a service, by partition and offset.
pub async fn letters(settings: &ClientSettings, service: Service) -> Result<Vec<Letter>, Halt> {
    let settings = settings.clone();
    let read = move || {
        let topic = Topic::DeadLetter(service);
        let mut all = Vec::new();
        for partition in 0..settings.kafka().partitions as i32 {
            read_to_end(&settings, &topic, partition, |message| {
                all.push(letter(message));
                Ok(())
            })?;
        }
        Ok(all)
    };
    tokio::task::spawn_blocking(read)
        .await
        .map_err(|error| Halt::Internal(error.to_string()))?
}

fn letter(message: &BorrowedMessage<'_>) -> Letter {
    let provenance = message.headers().and_then(|headers| {
        let pairs = headers
            .iter()
            .filter_map(|header| Some((header.key, header.value?)));
        Provenance::from_headers(pairs)
    });
    Letter {
        partition: message.partition(),
        offset: message.offset(),
        provenance,
        key: message.key().map(<[u8]>::to_vec),
        value: message.payload().map(<[u8]>::to_vec),
    }
}
