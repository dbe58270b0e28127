//! What a call cost, by the price list of its config. Never a guess: tokens that the provider did
//! not report cost nothing here, and the attempt says so by having none.

/// Prices of a model, in millionths of a currency unit for 1,000 tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    pub in_micros_per_1k: u64,
    pub out_micros_per_1k: u64,
}

/// Cost in millionths of a currency unit, rounded up once at the end.
pub fn cost_micros(tokens_in: Option<i64>, tokens_out: Option<i64>, prices: Prices) -> i64 {
    let part = |tokens: Option<i64>, price: u64| {
        let tokens = u64::try_from(tokens.unwrap_or(0)).unwrap_or(0);
        u128::from(tokens) * u128::from(price)
    };
    let thousandths =
        part(tokens_in, prices.in_micros_per_1k) + part(tokens_out, prices.out_micros_per_1k);
    i64::try_from(thousandths.div_ceil(1000)).unwrap_or(i64::MAX)
}

/// A part of a cost, in thousandths, rounded up.
pub fn at_permille(cost_micros: i64, permille: u32) -> i64 {
    let part = i128::from(cost_micros.max(0)) * i128::from(permille);
    i64::try_from(part.saturating_add(999) / 1000).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICES: Prices = Prices {
        in_micros_per_1k: 400,
        out_micros_per_1k: 1600,
    };

    #[test]
    fn both_directions_have_their_price() {
        assert_eq!(cost_micros(Some(1200), Some(90), PRICES), 624);
    }

    #[test]
    fn a_part_of_a_millionth_counts_as_one() {
        assert_eq!(cost_micros(Some(1), Some(1), PRICES), 2);
        assert_eq!(cost_micros(Some(1), None, PRICES), 1);
    }

    #[test]
    fn tokens_that_nobody_reported_or_that_cannot_be_cost_nothing() {
        assert_eq!(cost_micros(None, None, PRICES), 0);
        assert_eq!(cost_micros(Some(-5), Some(0), PRICES), 0);
    }

    #[test]
    fn half_of_a_cost_is_rounded_up_and_all_of_it_stays() {
        assert_eq!(at_permille(624, 500), 312);
        assert_eq!(at_permille(7, 500), 4);
        assert_eq!(at_permille(i64::MAX, 1000), i64::MAX);
        assert_eq!(at_permille(-3, 500), 0);
    }

    #[test]
    fn a_sum_that_does_not_fit_stays_at_the_top() {
        let dear = Prices {
            in_micros_per_1k: u64::MAX,
            out_micros_per_1k: u64::MAX,
        };
        assert_eq!(cost_micros(Some(i64::MAX), Some(i64::MAX), dear), i64::MAX);
    }
}
