//! The ends of a partition, asked for with patience: a topic that was just made, or a broker that
//! just came back, answers "unknown" or "no leader" for a moment.

use std::time::{Duration, Instant};

use rdkafka::consumer::{BaseConsumer, Consumer, ConsumerContext};
use rdkafka::error::KafkaError;
use rdkafka::types::RDKafkaErrorCode;

const TIMEOUT: Duration = Duration::from_secs(15);
const PAUSE: Duration = Duration::from_millis(100);

/// Low and high watermark. Blocks for as long as the fault may pass, and no longer than patience.
pub(crate) fn ends<C: ConsumerContext>(
    consumer: &BaseConsumer<C>,
    topic: &str,
    partition: i32,
    patience: Duration,
) -> Result<(i64, i64), KafkaError> {
    let deadline = Instant::now() + patience;
    loop {
        match consumer.fetch_watermarks(topic, partition, TIMEOUT) {
            Err(error) if may_pass(&error) && Instant::now() < deadline => {
                std::thread::sleep(PAUSE);
            }
            ended => return ended,
        }
    }
}

/// Whether the cluster may only need a moment.
pub(crate) fn may_pass(error: &KafkaError) -> bool {
    use RDKafkaErrorCode as Code;
    matches!(
        error.rdkafka_error_code(),
        Some(
            Code::UnknownPartition
                | Code::UnknownTopic
                | Code::UnknownTopicOrPartition
                | Code::LeaderNotAvailable
                | Code::NotLeaderForPartition
                | Code::NotCoordinator
                | Code::CoordinatorNotAvailable
                | Code::CoordinatorLoadInProgress
                | Code::BrokerTransportFailure
                | Code::AllBrokersDown
                | Code::OperationTimedOut
                | Code::RequestTimedOut
        )
    )
}
