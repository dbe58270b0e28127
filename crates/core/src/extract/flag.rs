//! Words of `Profile.flags`: what was noticed about an answer. Spelled once, because analysts
//! group by them. A flag is a remark about a stored answer; it is never a reason to pay again.

/// The text was longer than the config allows and was cut at a line end.
pub const INPUT_CUT: &str = "input_cut";
/// More than one object stood in the answer; the first was taken.
pub const SEVERAL_OBJECTS: &str = "several_objects";

/// The content holds what reads like an instruction to a model; see `extract::injection`.
pub const INJECTION_SUSPECTED: &str = "injection_suspected";
/// The text was asked in parts, and one record was made of the answers.
pub const ASKED_IN_PARTS: &str = "asked_in_parts";

/// Longest name of a model's making that a flag repeats.
const NAME_CHARS: usize = 40;

/// The field's value could not be used and is empty now.
pub fn rejected(field: &str) -> String {
    format!("rejected:{field}")
}

/// The field's value had another form, but only one reading: `"3"` for 3.
pub fn repaired(field: &str) -> String {
    format!("repaired:{field}")
}

/// The field's word is not in the contract's list; it is `other` now.
pub fn unknown_word(field: &str) -> String {
    format!("unknown_word:{field}")
}

/// The contract has no such field; its value was dropped.
pub fn unknown_field(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let name: String = name.chars().filter(|c| plain(*c)).collect();
    let short: String = name.chars().take(NAME_CHARS).collect();
    format!("unknown_field:{short}")
}

/// More fields that the contract does not have, after those that were named.
pub fn more_unknown_fields(count: usize) -> String {
    format!("unknown_field:+{count}")
}

/// Two parts of one text gave the field different values; the first was kept.
pub fn conflict(field: &str) -> String {
    format!("conflict:{field}")
}

/// In a cascade: the rules answered the field, be it with nothing.
pub fn by_rules(field: &str) -> String {
    format!("by_rules:{field}")
}

/// In a cascade: a model was asked for the field, and its word stands.
pub fn by_model(field: &str) -> String {
    format!("by_model:{field}")
}

/// A value of the field does not occur in the text; the contract says whether it is still there.
pub fn ungrounded(field: &str) -> String {
    format!("ungrounded:{field}")
}
