//! Cases of keys and of bytes on the wire.

use anyhow::{Context, Result, ensure};
use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value as Avro;
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::{Decimal, Schema};
use readonce_model::ItemId;
use readonce_model::partition::partition_of;
use serde_json::{Value, json};

use super::Checks;
use super::given::Case;

pub(super) fn keys(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let count = input["partitions"].as_u64().context("partitions")?;
    let wanted = case.expect["murmur2"].as_object().context("murmur2")?;
    for (key, partition) in wanted {
        let found = partition_of(key.as_bytes(), u32::try_from(count)?);
        checks.same(&format!("murmur2 of {key}"), found, partition);
    }
    let refused = ItemId::new("source", "").is_err() && ItemId::new("", "id").is_err();
    checks.holds("an empty key is refused", refused, || {
        "it is taken".to_owned()
    });
    Ok(())
}

/// Decimals are big-endian two's complement in as few bytes as hold the sign.
pub(super) fn amounts(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let scale = input["scale"].as_u64().context("scale")?;
    let schema = Schema::parse_str(
        &json!({
            "type": "bytes",
            "logicalType": "decimal",
            "precision": input["precision"],
            "scale": scale,
        })
        .to_string(),
    )?;
    let amounts = input["amounts"].as_array().context("amounts")?;
    let wanted = case.expect["bytes_hex"].as_array().context("bytes_hex")?;
    for (amount, wanted) in amounts.iter().zip(wanted) {
        let amount = amount.as_str().context("an amount")?;
        let value = Avro::Decimal(Decimal::from(unscaled(amount, scale as usize)?));
        let datum = written(&schema, value)?;
        // The length stands in front, in one byte for amounts of this size.
        let found: String = datum
            .iter()
            .skip(1)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        checks.same(amount, found, wanted);
    }
    Ok(())
}

/// The amount in its smallest unit, as the shortest big-endian two's complement.
fn unscaled(amount: &str, scale: usize) -> Result<Vec<u8>> {
    let fraction = amount.split_once('.').map_or(0, |(_, digits)| digits.len());
    ensure!(fraction == scale, "{amount} has another scale");
    let number: i128 = amount.replace('.', "").parse()?;
    let bytes = number.to_be_bytes();
    let fill = if number < 0 { 0xff } else { 0 };
    let spare = bytes
        .windows(2)
        .take_while(|pair| pair[0] == fill && (pair[1] & 0x80) == (fill & 0x80))
        .count();
    Ok(bytes[spare..].to_vec())
}

pub(super) fn symbols(case: &Case, checks: &mut Checks) -> Result<()> {
    let input = case.json()?;
    let schema = |symbols: &Value, default: Option<&Value>| {
        let mut schema = json!({"type": "enum", "name": "kind", "symbols": symbols});
        if let Some(default) = default {
            schema["default"] = default.clone();
        }
        Schema::parse_str(&schema.to_string())
    };
    let writer = schema(&input["writer_symbols"], None)?;
    let reader = schema(&input["reader_symbols"], Some(&input["reader_default"]))?;
    let mut read = Vec::new();
    for (at, value) in input["values"]
        .as_array()
        .context("values")?
        .iter()
        .enumerate()
    {
        let symbol = value.as_str().context("a symbol")?.to_owned();
        let datum = written(&writer, Avro::Enum(u32::try_from(at)?, symbol))?;
        let both = GenericDatumReader::builder(&writer).reader_schema(&reader);
        let found = both.build()?.read_value(&mut datum.as_slice());
        read.push(match found {
            Ok(Avro::Enum(_, symbol)) => symbol,
            Ok(other) => format!("{other:?}"),
            Err(error) => error.to_string(),
        });
    }
    checks.same("read", json!(read), &case.expect["read"]);
    Ok(())
}

fn written(schema: &Schema, value: Avro) -> Result<Vec<u8>> {
    let writer = GenericDatumWriter::builder(schema).build()?;
    Ok(writer.write_value_to_vec(value)?)
}
