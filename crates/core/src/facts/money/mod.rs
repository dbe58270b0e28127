//! Money as people write it: prices and pay, with the currency, out of one piece of text.
//!
//! Amounts are decimals with every written digit; nothing here passes through floating point.
//! What the text does not say is absent: a quantity is no price, "free" is no 0, and where two
//! amounts stand side by side without a word that tells them apart there is none.
//!
//! The words, signs and habits of writing are data: `words.txt`, `signs.txt`, `currencies.txt`,
//! `locales.txt`.

mod compare;
mod currency;
mod fold;
mod groups;
mod locale;
mod number;
mod pay;
mod price;
mod roles;
mod scan;
mod terms;
#[cfg(test)]
mod tests;

pub use compare::{conflict, same_amount};
pub use currency::decimals;
pub use pay::{Pay, pay};
pub use price::{Price, price};

/// What the source says about all of its texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Given<'a> {
    /// The language tag of the text: `en-US`, `de`.
    pub lang: Option<&'a str>,
    /// The currency of amounts that name none, and of signs that could mean it.
    pub default_currency: Option<&'a str>,
}
