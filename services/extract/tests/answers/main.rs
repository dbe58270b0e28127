//! What becomes of answers, with the service as a process on a real broker and a model server that
//! invents, obeys pages and knows what was paid: evidence in profiles, raw answers, long texts.
//!
//! Needs a running stack, as `pay_once` does; see there.

#[allow(
    dead_code,
    reason = "the world of another test, of which this one uses a part"
)]
#[path = "../pay_once/world.rs"]
mod world;

mod long;
mod quarantine;
mod trust;

use readonce_model::Topic;
use readonce_model::record::Profile;
use world::{World, contract};

/// The profiles that were written, by their title's number or any order: one for each content.
async fn profiles(world: &World) -> Vec<Profile> {
    world.records(Topic::Profiles(contract())).await
}
