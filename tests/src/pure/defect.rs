//! Faults that can be planted: a scenario that stays green with its defect proves nothing.

/// What is broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    None,
    /// The content is hashed as it came, without the canonical form.
    HashRawText,
    /// Facts are hashed into the content, so a pay change is paid for.
    HashFacts,
    /// A request is answered by a call although the profile is known.
    ForgetProfiles,
    /// Every run counts as complete.
    TrustEveryRun,
    /// A wall in front of the content counts as a page without items.
    TrustWalls,
    /// A wave of a batch is written in reverse: memory before effects.
    MemoryFirst,
    /// Redelivered records are folded again as if they were new.
    ForgetOffsets,
}
