//! The profile of an earlier contract: read from its place, lifted, and published or completed.

use std::borrow::Cow;
use std::sync::Arc;

use readonce_core::extract::contract::Contract;
use readonce_core::extract::ledger;
use readonce_core::extract::lift::{Lifted, Origin};
use readonce_model::record::{ExtractRequest, Profile};
use readonce_model::{ContractId, Topic};
use readonce_plumbing::Halt;

use super::Job;
use crate::shared::Shared;
use crate::writer::Unwritten;

/// A profile of an earlier contract with what it gives.
#[derive(Debug)]
pub struct Earlier {
    pub origin: Profile,
    pub lifted: Lifted,
}

/// What came of looking; nothing where the profile is not there any more.
pub type Looked = Option<Arc<Earlier>>;

/// Where it lies.
#[derive(Clone, Debug)]
pub struct Place {
    pub contract: ContractId,
    pub partition: i32,
    pub offset: i64,
}

impl Earlier {
    /// Reads and lifts. A record of another content under the place is none.
    pub async fn read(
        shared: &Shared,
        place: &Place,
        request: &ExtractRequest,
    ) -> Result<Looked, Halt> {
        let topic = Topic::Profiles(place.contract.clone());
        let source = &shared.source;
        let at = (place.partition, place.offset);
        let Some(record) = shared.lookup.read(&source.settings, &topic, at).await? else {
            return Ok(None);
        };
        let profile: Option<Profile> = source.decoder.restore(&topic, &record).await?;
        let own = profile.filter(|profile| profile.content_hash == request.content_hash);
        Ok(own.and_then(|origin| {
            let mut lifted = shared.lifts.lift(
                &request.contract,
                Origin {
                    contract: &origin.contract,
                    answer: &origin.answer,
                    flags: &origin.flags,
                },
            )?;
            lifted.quarantined = origin.mark().map(str::to_owned);
            Some(Arc::new(Self { origin, lifted }))
        }))
    }
}

impl Job {
    /// Everything was given: published without a call.
    pub(super) async fn lift(&mut self) -> Result<(), Halt> {
        let Some(earlier) = self.earlier.clone() else {
            return Ok(());
        };
        let Earlier { origin, lifted } = earlier.as_ref();
        let words = ledger::lift(&self.request, origin, lifted, self.last.as_ref());
        self.write(words).await.map_err(Unwritten::halt)
    }

    /// What is known already when a call is made.
    pub(super) fn lifted(&self) -> Option<&Lifted> {
        self.earlier.as_ref().map(|earlier| &earlier.lifted)
    }
}

/// The contract as far as it is asked: whole, or what was not lifted.
pub fn asked<'a>(contract: &'a Contract, lifted: Option<&Lifted>) -> Cow<'a, Contract> {
    match lifted {
        Some(lifted) => Cow::Owned(contract.only(&lifted.ask)),
        None => Cow::Borrowed(contract),
    }
}
