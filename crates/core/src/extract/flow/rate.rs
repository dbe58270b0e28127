//! Requests and tokens a minute: a bucket that fills evenly and may go into debt.
//!
//! A call is let go when nothing is owed, and then owes all that it takes: a call that is larger than
//! the bucket is made too, and others wait for it. No more than a second's worth is saved up, so a
//! minute never sees much more than it may.

const MINUTE_MS: f64 = 60_000.0;
/// What a second brings; at least one.
const SAVED_SHARE: f64 = 60.0;

#[derive(Clone, Debug)]
pub(super) struct Bucket {
    per_ms: f64,
    most: f64,
    level: f64,
    filled_at_ms: i64,
}

impl Bucket {
    pub(super) fn new(per_minute: u32, now_ms: i64) -> Self {
        let per_minute = f64::from(per_minute.max(1));
        let most = (per_minute / SAVED_SHARE).max(1.0);
        Self {
            per_ms: per_minute / MINUTE_MS,
            most,
            level: most,
            filled_at_ms: now_ms,
        }
    }

    /// When the next may go; none: now.
    pub(super) fn due_at_ms(&mut self, now_ms: i64) -> Option<i64> {
        self.fill(now_ms);
        // A whole one, or all that can be saved up: less would let a second call go at once.
        let missing = self.most.min(1.0) - self.level;
        (missing > f64::EPSILON).then(|| {
            let wait_ms = (missing / self.per_ms).ceil().max(1.0) as i64;
            now_ms.saturating_add(wait_ms)
        })
    }

    pub(super) fn take(&mut self, count: u32, now_ms: i64) {
        self.fill(now_ms);
        self.level -= f64::from(count);
    }

    pub(super) fn put_back(&mut self, count: u32, now_ms: i64) {
        self.fill(now_ms);
        self.level = (self.level + f64::from(count)).min(self.most);
    }

    /// A clock that was set back brings nothing and takes nothing.
    fn fill(&mut self, now_ms: i64) {
        let passed_ms = now_ms.saturating_sub(self.filled_at_ms).max(0);
        self.level = (self.level + passed_ms as f64 * self.per_ms).min(self.most);
        self.filled_at_ms = now_ms;
    }
}

/// About what a tokenizer will count for a text of so many bytes, rather too much than too little: a
/// Chinese character has three bytes, a token of English about four. Of the text no more is sent
/// than `most_chars`. The tokens that the answer may take are set aside too, as providers do.
pub fn estimated_tokens(text_bytes: usize, most_chars: u32, max_output_tokens: u32) -> u32 {
    let whole = u32::try_from(text_bytes.div_ceil(3)).unwrap_or(u32::MAX);
    whole.min(most_chars).saturating_add(max_output_tokens)
}
