//! JSON-LD into things: `@graph`, lists, typed values, and types in every way they are written.
//!
//! Contexts are not fetched and not needed: names are those of schema.org. Recursion is bounded by
//! the depth of the JSON.

use std::borrow::Cow;

use super::json::Json;
use super::thing::{Thing, Value, term};

/// The things that a block tells of, in their order.
pub(super) fn things<'a>(block: Json<'a>, found: &mut Vec<Thing<'a>>) {
    match block {
        Json::List(values) => values.into_iter().for_each(|value| things(value, found)),
        Json::Object(fields) => {
            let (graph, rest): (Vec<_>, Vec<_>) =
                fields.into_iter().partition(|(name, _)| name == "@graph");
            let thing = thing(rest);
            if !thing.types.is_empty() || !thing.properties.is_empty() {
                found.push(thing);
            }
            graph
                .into_iter()
                .for_each(|(_, value)| things(value, found));
        }
        _ => {}
    }
}

fn thing<'a>(fields: Vec<(Cow<'a, str>, Json<'a>)>) -> Thing<'a> {
    let mut thing = Thing::default();
    for (name, value) in fields {
        match name.as_ref() {
            "@id" => thing.id = text(value),
            // The vocabulary's own context knows the bare word, too.
            "@type" => thing.types = types(value),
            "type" if thing.types.is_empty() => thing.types = types(value),
            name if name.starts_with('@') => {}
            name => {
                if let Some(name) = term(name) {
                    let mut found = Vec::new();
                    values(value, &mut found);
                    // Of repeated names the last counts, as in JavaScript.
                    thing.properties.insert(name, found);
                }
            }
        }
    }
    thing.properties.retain(|_, values| !values.is_empty());
    thing
}

fn values<'a>(value: Json<'a>, found: &mut Vec<Value<'a>>) {
    match value {
        Json::Null => {}
        Json::Flag(flag) => {
            let word = if flag { "true" } else { "false" };
            found.push(Value::Text(Cow::Borrowed(word)));
        }
        Json::Number(text) => found.push(Value::Number(text)),
        Json::Text(text) => found.push(Value::Text(text)),
        Json::List(list) => list.into_iter().for_each(|value| values(value, found)),
        Json::Object(mut fields) => {
            let wrapped = fields
                .iter()
                .position(|(name, _)| matches!(name.as_ref(), "@value" | "@list" | "@set"));
            match wrapped {
                Some(at) => values(fields.swap_remove(at).1, found),
                None => found.push(Value::Thing(thing(fields))),
            }
        }
    }
}

fn types(value: Json) -> Vec<String> {
    let mut found = Vec::new();
    values(value, &mut found);
    let named = found.iter().filter_map(|value| match value {
        Value::Text(name) => term(name),
        _ => None,
    });
    named.collect()
}

fn text(value: Json) -> Option<Cow<str>> {
    match value {
        Json::Text(text) => Some(text).filter(|text| !text.trim().is_empty()),
        _ => None,
    }
}
