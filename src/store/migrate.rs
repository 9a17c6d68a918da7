//! Schema versions. A released migration is never edited, only followed by another. A database newer
//! than the program is left alone, because an older program cannot know what it would destroy.

use rusqlite::{Connection, TransactionBehavior};

use super::{Result, StoreError};
use crate::os::fault;

const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001_init.sql")];

/// Schemas 1 to 15 were never released, and no migration leads from them to the first one that was.
const UNRELEASED: i64 = 15;
pub const SCHEMA_VERSION: i64 = UNRELEASED + MIGRATIONS.len() as i64;

pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    if version(connection)? == SCHEMA_VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    refuse_unknown(found)?;
    let done = (found - UNRELEASED).max(0) as usize;
    for script in &MIGRATIONS[done..] {
        transaction.execute_batch(script)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    fault::before("commit")?;
    transaction.commit()?;
    fault::after("commit");
    Ok(())
}

/// Readers do not migrate: `false` for a file that a writer has only just created.
pub(super) fn is_readable(connection: &Connection) -> Result<bool> {
    let found = version(connection)?;
    refuse_unknown(found)?;
    Ok(found == SCHEMA_VERSION)
}

fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn refuse_unknown(found: i64) -> Result<()> {
    match found {
        1..=UNRELEASED => Err(StoreError::Unreleased { found }),
        0..=SCHEMA_VERSION => Ok(()),
        _ => Err(StoreError::Newer { found, known: SCHEMA_VERSION }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_in_the_list_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|f| f.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort_unstable();
        let numbers: Vec<usize> = files.iter().map(|name| name[..4].parse().unwrap()).collect();
        assert_eq!(numbers, (1..=MIGRATIONS.len()).collect::<Vec<_>>());
        for (file, script) in files.iter().zip(MIGRATIONS) {
            assert_eq!(std::fs::read_to_string(format!("{folder}/{file}")).unwrap(), **script);
            assert!(script.starts_with("-- "), "{file} opens with why");
        }
    }

    #[test]
    fn a_second_run_changes_nothing_and_an_unknown_schema_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(migrate(&mut connection), Err(StoreError::Newer { found: 99, .. })));
        connection.pragma_update(None, "user_version", 14).unwrap();
        assert!(matches!(migrate(&mut connection), Err(StoreError::Unreleased { found: 14 })));
    }
}
