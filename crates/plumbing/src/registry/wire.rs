//! The Confluent wire format: a zero byte, four bytes of schema id (big endian), Avro.

use readonce_model::Reason;
use readonce_model::reason::Code;

const MAGIC: u8 = 0;
/// Newer clients write a 16-byte GUID behind this byte.
const GUID_MAGIC: u8 = 1;
const HEADER_BYTES: usize = 5;

/// Frames an Avro body.
pub fn frame(schema_id: u32, body: &[u8]) -> Vec<u8> {
    let mut framed = Vec::with_capacity(HEADER_BYTES + body.len());
    framed.push(MAGIC);
    framed.extend_from_slice(&schema_id.to_be_bytes());
    framed.extend_from_slice(body);
    framed
}

/// Takes a value apart, or says what is wrong with it.
pub fn unframe(value: &[u8]) -> Result<(u32, &[u8]), Reason> {
    let (head, body) = value
        .split_at_checked(HEADER_BYTES)
        .ok_or_else(|| too_short(value))?;
    match head {
        [MAGIC, id @ ..] => Ok((
            id.iter().fold(0, |id, byte| (id << 8) | u32::from(*byte)),
            body,
        )),
        [GUID_MAGIC, ..] => Err(Reason::new(
            Code::GuidFraming,
            "the value names its schema by GUID (first byte 1); this reader takes ids (first byte 0)",
        )),
        [other, ..] => Err(Reason::new(
            Code::BadMagic,
            format!("the first byte is {other:#04x}; a framed value starts with 0x00"),
        )),
        [] => Err(too_short(value)),
    }
}

fn too_short(value: &[u8]) -> Reason {
    Reason::new(
        Code::BadMagic,
        format!("{} bytes are too few for a framed value", value.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        assert_eq!(
            unframe(&frame(0x0102_0304, b"xyz")).unwrap(),
            (0x0102_0304, &b"xyz"[..])
        );
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(unframe(b"").unwrap_err().code, Code::BadMagic);
        assert_eq!(unframe(b"\0\0\0").unwrap_err().code, Code::BadMagic);
        assert_eq!(unframe(b"{\"json\":1}").unwrap_err().code, Code::BadMagic);
        assert_eq!(unframe(&[1; 20]).unwrap_err().code, Code::GuidFraming);
    }
}
