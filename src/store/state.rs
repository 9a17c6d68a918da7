//! A thing as its rows stand in the tables: the fields of its own row, and lists of dependent rows. The
//! history stores and restores this form, so no column can be forgotten.

use rusqlite::types::{ToSqlOutput, Value as Sql, ValueRef};
use rusqlite::{Connection, Row, ToSql, params_from_iter};
use serde_json::{Map, Value};

use super::{Result, StoreError, rows};
use crate::core::history::change::ChangedThing;

#[cfg(test)]
mod tests;

/// A table and the column that names the thing.
type Table = (&'static str, &'static str);

struct Shape {
    own: Option<Table>,
    parts: &'static [Table],
    /// Bookkeeping columns, which are not part of the state.
    without: &'static [&'static str],
}

fn shape(thing: ChangedThing) -> Option<Shape> {
    let (own, parts, without): (Option<Table>, &[Table], &[&str]) = match thing {
        ChangedThing::Observation => {
            const PARTS: &[Table] = &[
                ("observation_key", "observation"),
                ("sighting", "observation"),
                ("evidence", "observation"),
                ("review", "observation"),
                ("usage", "observation"),
            ];
            (Some(("observation", "id")), PARTS, &[])
        }
        ChangedThing::Artifact => (Some(("artifact", "observation")), &[], &["announced_at"]),
        ChangedThing::Pattern => {
            const PARTS: &[Table] = &[
                ("pattern_tag", "pattern"),
                ("pattern_sighting", "pattern"),
                ("pattern_context", "pattern"),
            ];
            (Some(("pattern", "id")), PARTS, &[])
        }
        ChangedThing::Ruling => (Some(("ruling", "subject")), &[], &[]),
        ChangedThing::Guard => (Some(("guard", "id")), &[], &[]),
        ChangedThing::Order => (Some(("tool_ruling", "adapter")), &[], &[]),
        ChangedThing::Error => (Some(("error", "id")), &[], &[]),
        ChangedThing::StoredReport => (Some(("agent_report", "turn")), &[], &[]),
        ChangedThing::Verdict => (Some(("verdict", "turn")), &[], &[]),
        ChangedThing::Outcome => {
            const PARTS: &[Table] = &[("outcome_adapter", "run_id"), ("segment_use", "run_id")];
            (Some(("outcome", "run_id")), PARTS, &["mirrored", "judged"])
        }
        ChangedThing::Structure => (None, &[("structure_sighting", "kind")], &[]),
        ChangedThing::File | ChangedThing::Trust | ChangedThing::Note => return None,
    };
    Some(Shape { own, parts, without })
}

/// `None` if the thing does not exist. The subject of a structure is one kind of sighting.
pub fn get(db: &Connection, thing: ChangedThing, subject: &str) -> Result<Option<Value>> {
    let Some(shape) = shape(thing) else { return Ok(None) };
    let mut state = Map::new();
    if let Some(table) = shape.own {
        match rows_of(db, table, subject, shape.without)?.pop() {
            Some(own) => state = own,
            None => return Ok(None),
        }
    }
    for part in shape.parts {
        let rows = rows_of(db, *part, subject, &[])?.into_iter().map(Value::Object).collect();
        state.insert(part.0.to_owned(), Value::Array(rows));
    }
    Ok(Some(state.into()))
}

/// Restores a thing, or deletes it.
pub fn put(db: &Connection, thing: ChangedThing, subject: &str, state: Option<&Value>) -> Result<()> {
    let Some(shape) = shape(thing) else { return Ok(()) };
    let fields = state.and_then(Value::as_object);
    if let Some((table, key)) = shape.own {
        if thing == ChangedThing::Guard {
            make_room(db, subject, fields)?;
        }
        match fields {
            Some(fields) => insert(db, (table, key), fields, Known::Replaced)?,
            None => return delete(db, (table, key), subject),
        }
    }
    for part in shape.parts {
        let Some(rows) = fields.and_then(|fields| fields.get(part.0)).and_then(Value::as_array) else {
            continue;
        };
        delete(db, *part, subject)?;
        for row in rows.iter().filter_map(Value::as_object) {
            insert(db, *part, row, Known::Kept)?;
        }
    }
    Ok(())
}

/// A guard that was proposed anew since makes way for the one that a person had.
fn make_room(db: &Connection, id: &str, fields: Option<&Map<String, Value>>) -> Result<()> {
    let Some(matcher) = fields.and_then(|fields| fields.get("matcher")).and_then(Value::as_str) else {
        return Ok(());
    };
    let sql = "DELETE FROM guard WHERE matcher = ?1 AND id <> ?2 AND level = 'proposed'";
    db.prepare_cached(sql)?.execute([matcher, id])?;
    Ok(())
}

fn delete(db: &Connection, (table, key): Table, subject: &str) -> Result<()> {
    db.prepare_cached(&format!("DELETE FROM {table} WHERE {key} = ?1"))?.execute([subject])?;
    Ok(())
}

fn rows_of(
    db: &Connection,
    (table, key): Table,
    subject: &str,
    without: &[&str],
) -> Result<Vec<Map<String, Value>>> {
    let sql = format!("SELECT * FROM {table} WHERE {key} = ?1");
    rows::all(db, &sql, [subject], |row| fields(row, without))
}

fn fields(row: &Row<'_>, without: &[&str]) -> Result<Map<String, Value>> {
    let mut fields = Map::new();
    for (n, name) in row.as_ref().column_names().enumerate().filter(|(_, name)| !without.contains(name)) {
        let value = match row.get_ref(n)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => number.into(),
            ValueRef::Real(number) => number.into(),
            ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
            ValueRef::Blob(_) => return Err(StoreError::Decode(format!("{name} is no text"))),
        };
        fields.insert(name.to_owned(), value);
    }
    Ok(fields)
}

#[derive(PartialEq)]
enum Known {
    Replaced,
    Kept,
}

/// Inserts only columns of the table: an older state may lack some, and no others may get in.
fn insert(db: &Connection, (table, key): Table, row: &Map<String, Value>, known: Known) -> Result<()> {
    let find = db.prepare_cached(&format!("SELECT * FROM {table} LIMIT 0"))?;
    let columns: Vec<&str> = find.column_names().filter(|name| row.contains_key(*name)).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    let replaced: Vec<String> = columns.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    let conflict = match known {
        Known::Replaced => format!("ON CONFLICT ({key}) DO UPDATE SET {}", replaced.join(", ")),
        Known::Kept => "ON CONFLICT DO NOTHING".to_owned(),
    };
    let sql = format!("INSERT INTO {table} ({}) VALUES ({marks}) {conflict}", columns.join(", "));
    let values = columns.iter().map(|name| Field(&row[*name]));
    db.prepare_cached(&sql)?.execute(params_from_iter(values))?;
    Ok(())
}

struct Field<'a>(&'a Value);

impl ToSql for Field<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned(match self.0 {
            Value::Number(number) if number.is_f64() => Sql::Real(number.as_f64().unwrap_or_default()),
            Value::Number(number) => Sql::Integer(number.as_i64().unwrap_or_default()),
            Value::String(text) => Sql::Text(text.clone()),
            _ => Sql::Null,
        }))
    }
}
