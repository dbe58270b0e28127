//! Ownership that the broker holds: who lost a partition without hearing of it begins no call there
//! and says nothing of attempts, and what was paid before comes to light all the same.

use std::time::{Duration, Instant};

use readonce_model::Topic;
use readonce_model::record::CallState;
use readonce_plumbing::Halt;
use readonce_plumbing::kafka::{Admin, Lock, Output, Placement, restore_each, taken_back};
use readonce_testkit::wait;

use super::REQUESTS;
use super::world::{Settings, World};

fn note(text: &str) -> Output {
    let value = text.as_bytes().to_vec();
    Output::new(Topic::ExtractAttempts, Placement::At(0), text, value)
}

async fn notes(world: &World) -> Vec<String> {
    let mut records = restore_each(world.settings(), Topic::ExtractAttempts, 0, 0);
    let mut found = Vec::new();
    while let Some(record) = records.next().await.expect("notes") {
        found.push(String::from_utf8(record.key).expect("text"));
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lock_that_another_took_writes_nothing_more() {
    let world = World::open(Settings::default()).await;
    let settings = world.settings();
    let admin = Admin::new(settings).unwrap();
    admin.ensure(&[Topic::ExtractAttempts]).await.unwrap();

    let old = Lock::take(settings, "a-lock").await.unwrap();
    old.write(settings, note("of the old owner")).await.unwrap();
    wait_for_notes(&world, &["of the old owner"]).await;
    let new = Lock::take(settings, "a-lock").await.unwrap();
    let other = Lock::take(settings, "another-lock").await.unwrap();
    for _ in 0..2 {
        let refused = old.write(settings, note("too late")).await;
        assert!(matches!(refused, Err(Halt::Fenced(_))), "{refused:?}");
    }
    new.write(settings, note("of the new owner")).await.unwrap();
    other.write(settings, note("beside it")).await.unwrap();
    wait_for_notes(
        &world,
        &["of the old owner", "of the new owner", "beside it"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_owner_wrote_last_is_found_by_the_next_one_until_it_is_said_anew() {
    let world = World::open(Settings::default()).await;
    let settings = world.settings();
    let admin = Admin::new(settings).unwrap();
    admin.ensure(&[Topic::ExtractAttempts]).await.unwrap();

    let old = Lock::take(settings, "a-lock").await.unwrap();
    let (dead, open) = die_with_an_open_note(&world, old).await;
    assert!(!notes(&world).await.contains(&open));
    // Whoever dies before it is committed anew leaves it to the next one.
    let new = Lock::take(settings, "a-lock").await.unwrap();
    drop(dead);
    assert_eq!(left(&world).await, std::slice::from_ref(&open));
    new.write(settings, note(&open)).await.unwrap();
    let is_said = || async { notes(&world).await.contains(&open) };
    let said = wait::until(Duration::from_secs(10), "the note", is_said);
    said.await.unwrap();
    assert!(left(&world).await.is_empty());
}

/// A lock whose owner is fenced while a note of it is open, and the note. Now and then its
/// transaction is committed before that: then another owner tries.
async fn die_with_an_open_note(world: &World, first: Lock) -> (Lock, String) {
    let mut old = first;
    for round in 0..50 {
        let open = format!("open {round}");
        old.write(world.settings(), note(&open)).await.unwrap();
        let new = Lock::take(world.settings(), "a-lock").await.unwrap();
        if left(world).await.contains(&open) {
            return (old, open);
        }
        old = new;
    }
    panic!("every note was committed");
}

async fn left(world: &World) -> Vec<String> {
    let left = taken_back(world.settings(), Topic::ExtractAttempts, 0).await;
    let left = left.expect("what was taken back").into_iter();
    left.map(|record| String::from_utf8(record.key).expect("text"))
        .collect()
}

async fn wait_for_notes(world: &World, wanted: &[&str]) {
    let all_seen = || async { notes(world).await == wanted };
    let seen = wait::until(Duration::from_secs(10), "the notes", all_seen);
    seen.await.expect("all of them, and no other");
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_that_wait_together_share_a_transaction() {
    let world = World::open(Settings::default()).await;
    let settings = world.settings();
    let admin = Admin::new(settings).unwrap();
    admin.ensure(&[Topic::ExtractAttempts]).await.unwrap();
    let lock = Lock::take(settings, "a-lock").await.unwrap();
    lock.write(settings, note("first")).await.unwrap();

    let began = Instant::now();
    for number in 0..20 {
        let one = note(&format!("alone {number}"));
        lock.write(settings, one).await.unwrap();
    }
    let alone = began.elapsed() / 20;
    let began = Instant::now();
    let texts: Vec<_> = (0..400)
        .map(|number| format!("one of many {number}"))
        .collect();
    let all = texts.iter().map(|text| lock.write(settings, note(text)));
    futures_util::future::try_join_all(all).await.unwrap();
    let together = began.elapsed();
    println!("a note alone takes {alone:?}, 400 together {together:?}");
    // A commit is acknowledged a moment before readers see what it holds.
    let all_seen = || async { notes(&world).await.len() == 421 };
    let seen = wait::until(Duration::from_secs(10), "all notes", all_seen);
    seen.await.unwrap();
    assert!(
        together < alone * 100,
        "{together:?} for 400, {alone:?} for one"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_slept_longer_than_its_session_begins_no_call() {
    let settings = Settings {
        latency: Duration::from_millis(1500),
        // The call that runs while its owner is frozen must still be in time afterwards.
        timeout_ms: 40_000,
        lease_ms: 45_000,
        ..Settings::default()
    };
    let mut world = World::open(settings).await;
    world.request(REQUESTS).await;
    world.start("extract-1", None);
    world.wait_for_calls(1).await;
    world.freeze("extract-1");
    world.start("extract-2", None);
    // The new owner pays for all but the one that is in doubt.
    world.wait_for_profiles(REQUESTS as usize - 1).await;
    assert_eq!(world.calls().len(), REQUESTS as usize);
    let in_doubt = world.attempts().await;
    let in_doubt = in_doubt.iter().filter(|it| it.state == CallState::Started);
    assert_eq!(in_doubt.count(), 1);

    world.thaw("extract-1");
    // Its running call was paid for, so what it brought is told.
    world.wait_for_profiles(REQUESTS as usize).await;
    let is_fenced = || async { world.has_said("extract-1", "the lock is lost") };
    wait::until(Duration::from_secs(10), "the fence", is_fenced)
        .await
        .expect("what became of its call is refused");
    world.rest().await;
    world.stop_all();
    world.check_books(REQUESTS).await;
    assert_eq!(world.paid(), [1; REQUESTS as usize]);
    // Announced and ended, each once: nobody announced a call beside the owner.
    let history = world.attempt_history().await;
    assert_eq!(history.len(), 2 * REQUESTS as usize, "{history:#?}");
}
