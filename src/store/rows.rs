//! Helpers that decode rows, and the conversions of stored values.

use std::collections::BTreeMap;
use std::str::FromStr;

use rusqlite::types::FromSql;
use rusqlite::{Connection, Error, Params, Row, RowIndex};
use serde::de::DeserializeOwned;

use super::{Result, StoreError};
use crate::core::model::Time;
use crate::core::model::word_enum::UnknownWord;

pub(super) fn all<T, C: FromIterator<T>>(
    db: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<C> {
    db.prepare_cached(sql)?.query_and_then(values, read)?.collect()
}

/// The first row, if there is one.
pub(super) fn first<T>(
    db: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<Option<T>> {
    db.prepare_cached(sql)?.query_and_then(values, read)?.next().transpose()
}

/// The row of a query that always returns one, such as a count or a maximum.
pub(super) fn one<T>(
    db: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<T> {
    first(db, sql, values, read)?.ok_or_else(|| Error::QueryReturnedNoRows.into())
}

/// Rows grouped by the owner in the first column.
pub(super) fn by_owner<T, C: Default + Extend<T>>(
    db: &Connection,
    sql: &str,
    values: impl Params,
    mut read: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<BTreeMap<String, C>> {
    let owned: Vec<(String, T)> = all(db, sql, values, |row| Ok((row.get(0)?, read(row)?)))?;
    let mut by_owner: BTreeMap<String, C> = BTreeMap::new();
    for (owner, one) in owned {
        by_owner.entry(owner).or_default().extend([one]);
    }
    Ok(by_owner)
}

/// The only column of a row.
pub(super) fn value<T: FromSql>(row: &Row<'_>) -> Result<T> {
    Ok(row.get(0)?)
}

/// All columns of a row, as a tuple.
pub(super) fn columns<T: for<'r> TryFrom<&'r Row<'r>, Error = Error>>(row: &Row<'_>) -> Result<T> {
    Ok(row.try_into()?)
}

pub(super) fn time(row: &Row<'_>, at: impl RowIndex) -> Result<Time> {
    moment(row.get(at)?)
}

pub(super) fn time_if_any(row: &Row<'_>, at: impl RowIndex) -> Result<Option<Time>> {
    row.get::<_, Option<i64>>(at)?.map(moment).transpose()
}

fn moment(millis: i64) -> Result<Time> {
    Time::from_timestamp_millis(millis).ok_or_else(|| StoreError::Decode(format!("time {millis}")))
}

/// A word of a fixed list.
pub(super) fn word<T: FromStr<Err = UnknownWord>>(row: &Row<'_>, at: impl RowIndex) -> Result<T> {
    Ok(row.get::<_, String>(at)?.parse()?)
}

pub(super) fn word_if_any<T: FromStr<Err = UnknownWord>>(
    row: &Row<'_>,
    at: impl RowIndex,
) -> Result<Option<T>> {
    let word: Option<String> = row.get(at)?;
    Ok(word.map(|word| word.parse()).transpose()?)
}

pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, at: impl RowIndex) -> Result<T> {
    Ok(serde_json::from_str(&row.get::<_, String>(at)?)?)
}
