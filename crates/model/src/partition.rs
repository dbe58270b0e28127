//! Where a key lives: the partitioner of Kafka's Java client (murmur2, positive, modulo).
//!
//! Every producer places records itself, so two clients with other defaults cannot split a key.
//! DO NOT CHANGE: topics that exist were laid out by it.

/// Partition of a key among `count` partitions. Empty keys are refused before this is asked.
pub fn partition_of(key: &[u8], count: u32) -> i32 {
    let positive = murmur2(key) & 0x7fff_ffff;
    (positive % count.max(1)) as i32
}

/// MurmurHash2, 32 bit, seed 0x9747b28c, as in `org.apache.kafka.common.utils.Utils.murmur2`.
fn murmur2(data: &[u8]) -> u32 {
    const SEED: u32 = 0x9747_b28c;
    const M: u32 = 0x5bd1_e995;
    let mut hash = SEED ^ (data.len() as u32);
    let mut words = data.chunks_exact(4);
    for word in &mut words {
        let mut k = word
            .iter()
            .rev()
            .fold(0u32, |acc, byte| (acc << 8) | u32::from(*byte));
        k = k.wrapping_mul(M);
        k ^= k >> 24;
        k = k.wrapping_mul(M);
        hash = hash.wrapping_mul(M) ^ k;
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        hash ^= rest
            .iter()
            .rev()
            .fold(0u32, |acc, byte| (acc << 8) | u32::from(*byte));
        hash = hash.wrapping_mul(M);
    }
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(M);
    hash ^ (hash >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keys_as_the_java_client_does() {
        // Vectors of a reported fault: two clients with other defaults split one key.
        for (key, partition) in [
            ("greenhouse:gitlab:8503792002", 1),
            ("lever:spotify:2193db3f", 1),
            ("ashby:linear:d3bc1ced", 4),
            ("sina:finance:公告:1", 7),
        ] {
            assert_eq!(partition_of(key.as_bytes(), 12), partition, "{key}");
        }
    }
}
