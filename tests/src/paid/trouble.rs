//! Who is killed or restarted, and when: drawn from a seed, at even times.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use readonce_model::Service;

use crate::Pipeline;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    None,
    /// SIGKILL to a random service.
    Kills,
    /// SIGTERM to one service after the other; it drains and is started again.
    Restarts,
}

#[derive(Clone, Debug)]
pub struct Trouble {
    pub kind: Kind,
    pub every: Duration,
    pub lasting: Duration,
    pub seed: u64,
}

impl Trouble {
    pub const fn none() -> Self {
        Self {
            kind: Kind::None,
            every: Duration::MAX,
            lasting: Duration::ZERO,
            seed: 0,
        }
    }
}

/// What was done, by service.
pub type Told = BTreeMap<&'static str, u32>;

pub(super) struct Running {
    trouble: Trouble,
    began: Instant,
    struck: u32,
    told: Told,
}

impl Running {
    pub(super) fn new(trouble: &Trouble) -> Self {
        Self {
            trouble: trouble.clone(),
            began: Instant::now(),
            struck: 0,
            told: Told::new(),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.began.elapsed() >= self.trouble.lasting
    }

    /// Strikes when it is time, and starts again what was struck.
    pub(super) fn strike(&mut self, pipeline: &mut Pipeline) {
        let is_due = self.trouble.kind != Kind::None
            && !self.is_over()
            && self.began.elapsed() >= self.trouble.every * (self.struck + 1);
        if !is_due {
            return;
        }
        let victim = self.victim();
        match self.trouble.kind {
            Kind::Restarts => pipeline.stop(victim),
            _ => pipeline.kill(victim),
        }
        pipeline.start(victim);
        self.struck += 1;
        *self.told.entry(victim.name()).or_default() += 1;
    }

    fn victim(&self) -> Service {
        let all = Service::ALL.len() as u64;
        let turn = match self.trouble.kind {
            Kind::Restarts => u64::from(self.struck),
            _ => drawn(self.trouble.seed, self.struck),
        };
        Service::ALL[(turn % all) as usize]
    }

    pub(super) fn told(&self) -> Told {
        self.told.clone()
    }
}

/// SplitMix64: the same victims for the same seed.
fn drawn(seed: u64, number: u32) -> u64 {
    let mut mixed =
        seed.wrapping_add(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(u64::from(number) + 1));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_service_has_its_turn() {
        let mut counts = [0; Service::ALL.len()];
        for number in 0..400 {
            counts[(drawn(31, number) % Service::ALL.len() as u64) as usize] += 1;
        }
        assert!(counts.iter().all(|count| *count > 60), "{counts:?}");
    }
}
