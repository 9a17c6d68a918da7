//! Masking of stored texts with secrets that were not recognised when they were stored. Rows keep their
//! references, and the history keeps its lines without the words.
//!
//! Text columns are taken from the schema: every column is masked unless it is listed here as ids,
//! hashes or fixed words.

use rusqlite::Connection;

use super::{Result, rows};

/// Columns with hashes, numbers and fixed words.
#[rustfmt::skip]
const OWN: &[(&str, &[&str])] = &[
    ("artifact", &["by_git", "content_hash"]), ("known_text", &["hash", "whose"]), ("cursor", &["before"]), ("history", &["action", "actor", "thing"]), ("meta", &["key"]),
    ("outcome", &["failure_mode", "strategy", "word_prints"]), ("outcome_adapter", &["result"]), ("pattern", &["text_hash"]),
    ("recall_line", &["score_decay"]), ("recall_term", &["lines"]), ("review", &["reason"]), ("run", &["day", "extractor"]),
    ("structure_sighting", &["kind"]), ("turn", &["text_hash"]), ("usage", &["how"]),
];

/// Columns with ids and paths. A detector may mistake one for a secret, so only known secrets are masked there.
#[rustfmt::skip]
const NAMES: &[(&str, &[&str])] = &[
    ("agent_report", &["call", "role", "session", "transcript", "turn"]),
    ("artifact", &["anchor", "branch", "missing_branch", "observation", "path"]), ("cursor", &["transcript"]),
    ("delivered", &["role", "session", "subject"]), ("error", &["branch", "id", "run_id", "session", "target", "tool"]),
    ("evidence", &["observation", "session", "turn"]), ("feedback", &["segment", "subject"]), ("history", &["subject"]),
    ("injected", &["session"]), ("kept_file", &["path"]), ("proposal", &["agent", "folder", "session"]), ("last_success", &["target"]), ("observation", &["id", "superseded_by"]),
    ("observation_key", &["observation"]), ("outcome", &["branch", "run_id", "session"]),
    ("outcome_adapter", &["adapter", "run_id"]), ("pattern", &["id", "linked", "role"]), ("pattern_context", &["pattern"]),
    ("pattern_sighting", &["branch", "folder", "pattern", "session"]), ("pattern_tag", &["pattern"]),
    ("recall_line", &["subject"]), ("request", &["counts_for", "session", "turn"]), ("revocation", &["session", "turn"]), ("ruling", &["subject"]),
    ("segment_strategy", &["run_id"]), ("segment_use", &["run_id", "subject"]), ("session", &["branch", "cwd", "id", "transcript"]),
    ("sighting", &["observation", "session"]), ("signal", &["counts_for", "prior_turn", "session", "turn"]),
    ("structure_sighting", &["session", "turn"]), ("tool_ruling", &["adapter"]), ("turn", &["id", "session"]),
    ("usage", &["observation", "session"]), ("verdict", &["adversarial", "judged", "turn", "validator"]),
];

/// The replacement of a text; `None` if it may stay.
pub type Mask<'a> = &'a dyn Fn(&str) -> Option<String>;

#[derive(Clone, Copy)]
pub struct MaskRules<'a> {
    pub words: Mask<'a>,
    pub names: Mask<'a>,
}

/// A text and its replacement everywhere.
pub struct Masked {
    pub table: String,
    column: String,
    from: String,
    to: String,
}

/// Visits every free text.
pub fn each_text(db: &Connection, mut look: impl FnMut(&str)) -> Result<()> {
    for (table, column) in columns(db)?.iter().filter(|(table, column)| !is_in(NAMES, table, column)) {
        texts(db, table, column)?.iter().for_each(|text| look(text));
    }
    Ok(())
}

pub fn find(db: &Connection, rules: MaskRules<'_>) -> Result<Vec<Masked>> {
    let mut all = Vec::new();
    for (table, column) in columns(db)? {
        let mask = if is_in(NAMES, &table, &column) { rules.names } else { rules.words };
        for from in texts(db, &table, &column)? {
            if let Some(to) = mask(&from) {
                all.push(Masked { table: table.clone(), column: column.clone(), from, to });
            }
        }
    }
    Ok(all)
}

/// Replaces texts, in one transaction. Rows that became equal are merged; ids change wherever they are used.
pub fn apply(db: &Connection, all: &[Masked]) -> Result<()> {
    db.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    for Masked { table, column, from, to } in all {
        let sql = format!("UPDATE OR REPLACE {table} SET {column} = ?2 WHERE {column} = ?1");
        db.prepare_cached(&sql)?.execute([from, to])?;
    }
    Ok(())
}

/// Deletes patterns with a masked part, because a line with a hole is of no use.
pub fn drop_masked_patterns(db: &Connection, is_masked: impl Fn(&str) -> bool) -> Result<()> {
    let all: Vec<(String, String)> = rows::all(db, "SELECT id, content FROM pattern", [], rows::columns)?;
    for (id, _) in all.iter().filter(|(_, content)| is_masked(content)) {
        db.prepare_cached("DELETE FROM pattern WHERE id = ?1")?.execute([id])?;
    }
    Ok(())
}

/// Deletes all quotes of people and agents, and what was seen of their calls. Lessons from them stay.
/// The turn of a call stays, so that it is not stored again.
pub fn drop_quotes(db: &Connection) -> Result<()> {
    db.execute_batch(
        "DELETE FROM evidence WHERE speaker <> 'structure'; DELETE FROM revocation; DELETE FROM request; DELETE FROM signal;
         DELETE FROM batch WHERE state = 'waiting' AND id NOT IN (SELECT batch FROM run);
         UPDATE OR REPLACE structure_sighting SET key = '', value = '', forgotten = 1 WHERE kind <> 'dropped';
         UPDATE history SET before = NULL, after = NULL WHERE thing = 'structure' AND subject <> 'dropped';
         UPDATE error SET resolved_by = NULL WHERE by_person = 0; UPDATE outcome SET files = '[]', forgotten = 1;
         DELETE FROM injected; UPDATE agent_report SET text = '';
         DELETE FROM guard WHERE level = 'proposed';
         UPDATE guard SET rule = '', observation = NULL WHERE observation IS NOT NULL;
         UPDATE history SET before = json_replace(before, '$.rule', ''), after = json_replace(after, '$.rule', '')
             WHERE thing = 'guard';
         UPDATE history SET before = json_remove(before, '$.evidence'), after = json_remove(after, '$.evidence')
             WHERE thing = 'observation';",
    )?;
    Ok(())
}

/// Columns with free text.
fn columns(db: &Connection) -> Result<Vec<(String, String)>> {
    let sql = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type IN ('TEXT', 'BLOB')
                 AND instr(t.sql, 'CHECK (' || c.name || ' IN') = 0 ORDER BY 1, 2";
    let all: Vec<(String, String)> = rows::all(db, sql, [], rows::columns)?;
    Ok(all.into_iter().filter(|(table, column)| !is_in(OWN, table, column)).collect())
}

fn texts(db: &Connection, table: &str, column: &str) -> Result<Vec<String>> {
    let sql = format!("SELECT DISTINCT CAST({column} AS TEXT) FROM {table} WHERE {column} IS NOT NULL");
    rows::all(db, &sql, [], rows::value)
}

fn is_in(list: &[(&str, &[&str])], table: &str, column: &str) -> bool {
    list.iter().any(|(name, columns)| *name == table && columns.contains(&column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn what_is_listed_is_there_and_stands_in_one_list() {
        let store = Store::in_memory().unwrap();
        let sql =
            "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table'";
        let columns: Vec<(String, String)> = rows::all(store.read(), sql, [], rows::columns).unwrap();
        for (table, column) in OWN.iter().chain(NAMES).flat_map(|(t, cs)| cs.iter().map(move |c| (*t, *c))) {
            assert!(columns.contains(&(table.into(), column.into())), "no column {table}.{column}");
            assert!(!(is_in(OWN, table, column) && is_in(NAMES, table, column)), "{table}.{column} twice");
        }
    }

    /// Every text column is masked, including future ones: a secret in each column of each table leaves none.
    #[test]
    fn a_secret_is_masked_in_every_column_of_the_schema() {
        let mut store = Store::in_memory().unwrap();
        store
            .read()
            .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
            .unwrap();
        let all = columns(store.read()).unwrap();
        let is_free = |(table, column): &&(String, String)| !is_in(NAMES, table, column);
        assert!(all.iter().filter(is_free).count() >= 35, "{all:?}");
        for table in all.iter().map(|(table, _)| table).collect::<std::collections::BTreeSet<_>>() {
            let sql = format!("SELECT name, type FROM pragma_table_info('{table}')");
            let fields: Vec<(String, String)> = rows::all(store.read(), &sql, [], rows::columns).unwrap();
            let value = |kind: &str| if kind == "TEXT" { "'say zebra'" } else { "1" };
            let values: Vec<&str> = fields.iter().map(|(_, kind)| value(kind)).collect();
            let sql = format!("INSERT INTO {table} VALUES ({})", values.join(", "));
            store.read().execute_batch(&sql).unwrap();
        }
        let hide = |text: &str| text.contains("zebra").then(|| "say [hidden]".to_owned());
        let found = find(store.read(), MaskRules { words: &hide, names: &hide }).unwrap();
        assert_eq!(found.len(), all.len());
        store.write(|db| apply(db, &found)).unwrap();
        for (table, column) in &all {
            assert!(
                texts(store.read(), table, column).unwrap().iter().all(|t| !t.contains("zebra")),
                "{table}.{column}"
            );
        }
    }

    #[test]
    fn a_text_is_masked_wherever_it_stands_and_rows_that_become_the_same_are_one() {
        let mut store = Store::in_memory().unwrap();
        let db = store.read();
        for text in ["say zebra", "say zebra!", "say nothing"] {
            db.execute("INSERT INTO injected (session, text) VALUES ('s', ?1)", [text]).unwrap();
        }
        let hide = |text: &str| text.contains("zebra").then(|| "say [hidden]".to_owned());
        let found = find(db, MaskRules { words: &hide, names: &|_| None }).unwrap();
        assert_eq!(found.len(), 2);
        store.write(|db| apply(db, &found)).unwrap();
        let left: Vec<String> =
            rows::all(store.read(), "SELECT text FROM injected ORDER BY text", [], rows::value).unwrap();
        assert_eq!(left, ["say [hidden]", "say nothing"]);
    }
}
