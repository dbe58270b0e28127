//! What a refusal of the store means for the rows: try again, set a row aside, or stop. Pure.
//!
//! The store answers many things with status 500, so its code decides. A code that is not named
//! here is tried again: waiting loses nothing, and dead-lettering a batch for a fault of the store
//! would.

use clickhouse::error::Error;
use readonce_plumbing::Halt;

/// What is to be done about a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The same rows again, later.
    Retry,
    /// One of the rows is at fault: find it, and go on with the others.
    SetRowAside,
    /// No row can be written until somebody changes something.
    Stop,
}

/// A fault of the store, judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    pub remedy: Remedy,
    /// ClickHouse's own number, where it gave one.
    pub code: Option<u32>,
    pub text: String,
}

/// The data is wrong. Names as in ClickHouse's `ErrorCodes`.
const OF_A_ROW: [u32; 20] = [
    6,   // CANNOT_PARSE_TEXT
    25,  // CANNOT_PARSE_ESCAPE_SEQUENCE
    26,  // CANNOT_PARSE_QUOTED_STRING
    27,  // CANNOT_PARSE_INPUT_ASSERTION_FAILED
    38,  // CANNOT_PARSE_DATE
    41,  // CANNOT_PARSE_DATETIME
    53,  // TYPE_MISMATCH
    69,  // ARGUMENT_OUT_OF_BOUND
    70,  // CANNOT_CONVERT_TYPE
    72,  // CANNOT_PARSE_NUMBER
    117, // INCORRECT_DATA
    128, // TOO_LARGE_ARRAY_SIZE
    130, // CANNOT_READ_ARRAY_FROM_TEXT
    131, // TOO_LARGE_STRING_SIZE
    190, // SIZES_OF_ARRAYS_DONT_MATCH
    321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
    349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
    407, // DECIMAL_OVERFLOW
    467, // CANNOT_PARSE_BOOL
    469, // VIOLATED_CONSTRAINT
];

/// Settings, rights or the tables themselves are wrong.
const OF_THE_SETUP: [u32; 18] = [
    16,  // NO_SUCH_COLUMN_IN_TABLE
    36,  // BAD_ARGUMENTS
    46,  // UNKNOWN_FUNCTION
    47,  // UNKNOWN_IDENTIFIER
    60,  // UNKNOWN_TABLE
    62,  // SYNTAX_ERROR
    73,  // UNKNOWN_FORMAT
    81,  // UNKNOWN_DATABASE
    115, // UNKNOWN_SETTING
    164, // READONLY
    192, // UNKNOWN_USER
    193, // WRONG_PASSWORD
    194, // REQUIRED_PASSWORD
    195, // IP_ADDRESS_NOT_ALLOWED
    291, // DATABASE_ACCESS_DENIED
    452, // SETTING_CONSTRAINT_VIOLATION
    497, // ACCESS_DENIED
    516, // AUTHENTICATION_FAILED
];

impl Fault {
    /// Nobody answered in time; whether the rows are in is unknown, so they are sent again.
    pub fn timeout(limit: std::time::Duration) -> Self {
        Self {
            remedy: Remedy::Retry,
            code: None,
            text: format!("no answer within {limit:?}"),
        }
    }

    pub fn of(error: &Error) -> Self {
        let text = with_causes(error);
        let code = match error {
            Error::BadResponse(answer) => code_in(answer),
            _ => None,
        };
        let remedy = match (error, code) {
            (_, Some(code)) if OF_A_ROW.contains(&code) => Remedy::SetRowAside,
            (_, Some(code)) if OF_THE_SETUP.contains(&code) => Remedy::Stop,
            (Error::InvalidParams(_) | Error::Unsupported(_), _) => Remedy::Stop,
            _ => Remedy::Retry,
        };
        Self { remedy, code, text }
    }

    /// For a start or a command, where nobody waits for rows.
    pub fn into_halt(self, address: &str) -> Halt {
        match self.remedy {
            Remedy::Retry => Halt::Unreachable {
                part: "clickhouse",
                address: address.to_owned(),
                detail: self.text,
            },
            Remedy::SetRowAside | Remedy::Stop => {
                Halt::Config(format!("[clickhouse] {address} refused: {}", self.text))
            }
        }
    }
}

/// `Code: 252. DB::Exception: …`
fn code_in(answer: &str) -> Option<u32> {
    let (_, rest) = answer.split_once("Code: ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remedy(answer: &str) -> Remedy {
        Fault::of(&Error::BadResponse(answer.to_owned())).remedy
    }

    #[test]
    fn a_busy_or_broken_store_is_tried_again() {
        for answer in [
            "Code: 252. DB::Exception: Too many parts (300). (TOO_MANY_PARTS)",
            "Code: 159. DB::Exception: Timeout exceeded. (TIMEOUT_EXCEEDED)",
            "Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)",
            "Code: 202. DB::Exception: Too many simultaneous queries.",
            "Code: 242. DB::Exception: Table is in readonly mode. (TABLE_IS_READ_ONLY)",
            "Code: 319. DB::Exception: Unknown status of insert.",
            "Code: 9999. DB::Exception: something that has no name yet",
            "502 Bad Gateway",
        ] {
            assert_eq!(remedy(answer), Remedy::Retry, "{answer}");
        }
        assert_eq!(Fault::of(&Error::TimedOut).remedy, Remedy::Retry);
        let reset = Error::Network(Box::new(std::io::Error::other("connection reset")));
        assert_eq!(Fault::of(&reset).remedy, Remedy::Retry);
    }

    #[test]
    fn wrong_data_is_a_matter_of_the_row() {
        for answer in [
            "Code: 117. DB::Exception: Cannot parse JSON: (at row 3) (INCORRECT_DATA)",
            "Code: 41. DB::Exception: Cannot read DateTime (CANNOT_PARSE_DATETIME)",
            "Code: 469. DB::Exception: Constraint is violated at row 1.",
        ] {
            assert_eq!(remedy(answer), Remedy::SetRowAside, "{answer}");
        }
    }

    #[test]
    fn wrong_rights_or_tables_stop_the_sink() {
        for answer in [
            "Code: 516. DB::Exception: default: Authentication failed",
            "Code: 60. DB::Exception: Table readonce.items does not exist. (UNKNOWN_TABLE)",
            "Code: 497. DB::Exception: sink: Not enough privileges.",
        ] {
            assert_eq!(remedy(answer), Remedy::Stop, "{answer}");
        }
    }

    #[test]
    fn no_code_has_two_meanings() {
        assert!(OF_A_ROW.iter().all(|code| !OF_THE_SETUP.contains(code)));
    }

    #[test]
    fn the_cause_is_told_once() {
        let refused = Error::Network(Box::new(std::io::Error::other("connection refused")));
        assert_eq!(
            Fault::of(&refused).text,
            "network error: connection refused"
        );
    }
}
