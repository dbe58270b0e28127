//! Bodies as they come, with headers that tell the truth, half of it or none.

use encoding_rs::Encoding;

use super::*;

mod cases;
mod conflicts;
mod laws;

/// Bytes of `text` in the charset of `label`.
fn encoded(label: &str, text: &str) -> Vec<u8> {
    let wide = |units: Vec<[u8; 2]>| units.concat();
    match label {
        "utf-16be" => wide(text.encode_utf16().map(u16::to_be_bytes).collect()),
        "utf-16le" => wide(text.encode_utf16().map(u16::to_le_bytes).collect()),
        _ => {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{label} cannot write {text}");
            bytes.into_owned()
        }
    }
}
