//! Which of the amounts near a title is its price, and which is what it cost before.

use rust_decimal::Decimal;

use super::segment::{Piece, Pieces};
use crate::facts::money::Price;

/// What a page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::parse::page) struct Shown {
    /// The price to pay, or a range; with what it cost before.
    pub(super) price: Price,
    /// Every amount that is not marked as an old one.
    pub(super) current: Vec<Decimal>,
}

/// `None` when no amount is shown, or several that nothing tells apart.
pub(super) fn of(pieces: &Pieces) -> Option<Shown> {
    let sides = Sides::of(&pieces.all);
    let price = one(&sides.current)?.price.clone();
    let floor = price.amount.or(price.low);
    let mut olds = sides.old.iter().filter(|(amount, currency)| {
        let same = currency.is_none() || *currency == price.currency;
        same && floor.is_some_and(|floor| *amount > floor)
    });
    let list_price = olds.next().map(|(amount, _)| *amount);
    let ends = |piece: &&Piece| [piece.price.amount, piece.price.low, piece.price.high];
    Some(Shown {
        current: sides.current.iter().flat_map(ends).flatten().collect(),
        price: Price {
            list_price,
            ..price
        },
    })
}

/// The pieces, parted by what they say.
struct Sides<'p> {
    current: Vec<&'p Piece>,
    old: Vec<(Decimal, Option<String>)>,
}

impl<'p> Sides<'p> {
    fn of(all: &'p [Piece]) -> Self {
        let struck = |piece: &&Piece| piece.signs.old || is_only_old(&piece.price);
        let (old, rest): (Vec<&Piece>, Vec<&Piece>) = all.iter().partition(struck);
        let regular = |piece: &&Piece| piece.signs.regular && !piece.signs.now;
        let (regular, current): (Vec<&Piece>, Vec<&Piece>) = rest.into_iter().partition(regular);
        // Where nothing else is shown, the regular price is the price.
        let (current, before) = match current.is_empty() {
            true => (regular, Vec::new()),
            false => (current, regular),
        };
        let listed = current
            .iter()
            .filter_map(|piece| amount(piece.price.list_price, piece));
        let struck = old.iter().filter_map(|piece| {
            let price = &piece.price;
            amount(price.list_price.or(price.amount), piece)
        });
        let before = before
            .iter()
            .filter_map(|piece| amount(piece.price.amount, piece));
        Self {
            old: struck.chain(listed).chain(before).collect(),
            current,
        }
    }
}

/// "Old price: 159,95 €": the words alone say what it is.
fn is_only_old(price: &Price) -> bool {
    price.list_price.is_some()
        && price.amount.is_none()
        && price.low.is_none()
        && price.high.is_none()
}

fn amount(amount: Option<Decimal>, piece: &Piece) -> Option<(Decimal, Option<String>)> {
    Some((amount?, piece.price.currency.clone()))
}

/// The piece that all agree on, or that the marks of a sale tell from the others.
fn one<'p>(current: &[&'p Piece]) -> Option<&'p Piece> {
    if let Some(same) = agreed(current) {
        return Some(same);
    }
    let marked: Vec<&Piece> = current
        .iter()
        .copied()
        .filter(|piece| piece.signs.now)
        .collect();
    agreed(&marked)
}

/// One amount, also where a range stands beside amounts within it.
fn agreed<'p>(pieces: &[&'p Piece]) -> Option<&'p Piece> {
    let range = pieces.iter().find(|piece| piece.price.amount.is_none());
    let chosen = range.or(pieces.first())?;
    let price = &chosen.price;
    let fits = |other: &&Piece| match (price.amount, other.price.amount) {
        (Some(amount), other) => Some(amount) == other,
        (None, Some(amount)) => {
            price.low.is_none_or(|low| low <= amount)
                && price.high.is_none_or(|high| amount <= high)
        }
        (None, None) => (price.low, price.high) == (other.price.low, other.price.high),
    };
    pieces.iter().all(fits).then_some(*chosen)
}
