//! Schema versions. A released migration is never edited, only followed by another; a database that is newer than
//! the program is left alone, because an older program cannot know what it would destroy.

use rusqlite::{Connection, TransactionBehavior};

use super::{Result, StoreError};
use crate::os::fault;

const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_init.sql"),
    include_str!("../../migrations/0002_patterns.sql"),
    include_str!("../../migrations/0003_structure.sql"),
    include_str!("../../migrations/0004_outcomes.sql"),
    include_str!("../../migrations/0005_policy.sql"),
    include_str!("../../migrations/0006_recall.sql"),
    include_str!("../../migrations/0007_deliberations.sql"),
    include_str!("../../migrations/0008_deeds.sql"),
    include_str!("../../migrations/0009_said.sql"),
    include_str!("../../migrations/0010_answered.sql"),
    include_str!("../../migrations/0011_fading.sql"),
    include_str!("../../migrations/0012_recorded.sql"),
    include_str!("../../migrations/0013_counted.sql"),
    include_str!("../../migrations/0014_told.sql"),
    include_str!("../../migrations/0015_revoked.sql"),
];

pub const SCHEMA_VERSION: i64 = MIGRATIONS.len() as i64;

pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    if version(connection)? == SCHEMA_VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = version(&transaction)?;
    refuse_newer(found)?;
    for script in MIGRATIONS.iter().skip(found as usize) {
        transaction.execute_batch(script)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    fault::before("commit")?;
    transaction.commit()?;
    fault::after("commit");
    Ok(())
}

/// A reader neither migrates nor guesses: an older schema is brought forward by the next writer. `false` for a file
/// that a writer has only just created.
pub(super) fn is_readable(connection: &Connection) -> Result<bool> {
    let found = version(connection)?;
    refuse_newer(found)?;
    match found {
        0 => Ok(false),
        SCHEMA_VERSION => Ok(true),
        _ => Err(StoreError::Older { found, known: SCHEMA_VERSION }),
    }
}

fn version(connection: &Connection) -> Result<i64> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn refuse_newer(found: i64) -> Result<()> {
    if !(0..=SCHEMA_VERSION).contains(&found) {
        return Err(StoreError::Newer { found, known: SCHEMA_VERSION });
    }
    Ok(())
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
    fn what_was_typed_before_is_counted_once_a_day_from_the_oldest_on() {
        let connection = Connection::open_in_memory().unwrap();
        for script in &MIGRATIONS[..12] {
            connection.execute_batch(script).unwrap();
        }
        let hours = [("a", 0), ("a", 17), ("a", 25), ("a", 40), ("a", 50), ("b", 17)];
        for (text, hour) in hours {
            let row = (format!("{text}{hour}"), "s", i64::from(hour) * 3_600_000, text);
            connection.execute("INSERT INTO turn VALUES (?1, ?2, ?3, ?4)", row).unwrap();
        }
        connection.execute("INSERT INTO turn VALUES ('tool', 's', 0, NULL)", ()).unwrap();
        connection.execute_batch(MIGRATIONS[12]).unwrap();
        let mut find = connection.prepare("SELECT id FROM turn WHERE is_sighting ORDER BY id").unwrap();
        let counted: Vec<String> =
            find.query_map((), |row| row.get(0)).unwrap().map(|id| id.unwrap()).collect();
        assert_eq!(counted, ["a0", "a25", "a50", "b17"]);
    }

    #[test]
    fn what_pipelines_named_before_is_known_for_theirs() {
        let connection = Connection::open_in_memory().unwrap();
        for script in &MIGRATIONS[..13] {
            connection.execute_batch(script).unwrap();
        }
        let session = "INSERT INTO session (id, transcript, cwd, found_by, state, noted_at)
                       VALUES ('read', '', '', 'hook', 'read', 0)";
        connection.execute(session, ()).unwrap();
        for (run, source, session) in [
            ("alone", "recorded", None),
            ("told", "recorded", Some("ci-7")),
            ("mended", "recorded", Some("read")),
            ("seen", "transcript", Some("read")),
        ] {
            let outcome = "INSERT INTO outcome (run_id, session, at, result, source, duration_ms, wall_ms, error_count,
                               raw_error_count, retry_count, quality, rollback, human_override, risk, files, criteria)
                           VALUES (?1, ?2, 0, 'success', ?3, 0, 0, 0, 0, 0, 1.0, 0, 0, 'low', '[]', '[]')";
            connection.execute(outcome, (run, session, source)).unwrap();
            let used = "INSERT INTO segment_use (run_id, kind, subject, how, at) VALUES (?1, 'pattern', 'p', 'cited', 0)";
            connection.execute(used, [run]).unwrap();
        }
        connection.execute_batch(MIGRATIONS[13]).unwrap();
        let sql = "SELECT run_id FROM segment_use WHERE source = 'recorded' ORDER BY run_id";
        let mut find = connection.prepare(sql).unwrap();
        let told: Vec<String> = find.query_map((), |row| row.get(0)).unwrap().map(|id| id.unwrap()).collect();
        assert_eq!(told, ["alone", "told"]);
    }

    #[test]
    fn a_second_run_changes_nothing_and_a_newer_file_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        migrate(&mut connection).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        assert!(matches!(migrate(&mut connection), Err(StoreError::Newer { found: 99, .. })));
    }
}
