//! Texts that hold what nobody knew for a secret when they were stored. They are masked where they stand: rows that refer to
//! each other still do, and the history keeps its line without the words.

use rusqlite::Connection;

use super::{Result, rows};

/// Every column with words of people, agents or programs. What is derived is left out: it is written anew.
const TEXTS: &[(&str, &str)] = &[
    ("tool_ruling", "body"),
    ("batch", "last_error"),
    ("agent_report", "files"),
    ("agent_report", "text"),
    ("error", "context"),
    ("error", "message"),
    ("error", "signature"),
    ("error", "stack"),
    ("error", "target"),
    ("evidence", "quote"),
    ("history", "after"),
    ("history", "before"),
    ("history", "cause"),
    ("injected", "text"),
    ("observation", "details"),
    ("observation", "review_state"),
    ("observation", "title"),
    ("observation_key", "key"),
    ("outcome", "criteria"),
    ("outcome", "failure_detail"),
    ("outcome", "files"),
    ("outcome", "task"),
    ("pattern", "content"),
    ("pattern", "reason"),
    ("pattern_context", "value"),
    ("pattern_tag", "tag"),
    ("revocation", "quote"),
    ("ruling", "ruling"),
    ("run", "error"),
    ("session", "error"),
    ("signal", "prior_text"),
    ("signal", "text"),
    ("structure_sighting", "key"),
    ("structure_sighting", "value"),
    ("kept_file", "text"),
    ("last_success", "target"),
    ("proposal", "command"),
    ("verdict", "evidence"),
    ("verdict", "words"),
];

/// A text, and what is to stand in all its places.
pub struct Masked {
    table: &'static str,
    column: &'static str,
    from: String,
    to: String,
}

pub fn find(db: &Connection, masked: impl Fn(&str) -> Option<String>) -> Result<Vec<Masked>> {
    let mut all = Vec::new();
    for (table, column) in TEXTS {
        let sql = format!("SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL");
        let texts: Vec<String> = rows::all(db, &sql, [], rows::value)?;
        all.extend(
            texts.into_iter().filter_map(|from| Some(Masked { table, column, to: masked(&from)?, from })),
        );
    }
    Ok(all)
}

/// Two rows that became the same are one.
pub fn apply(db: &Connection, all: &[Masked]) -> Result<()> {
    for Masked { table, column, from, to } in all {
        let sql = format!("UPDATE OR REPLACE {table} SET {column} = ?2 WHERE {column} = ?1");
        db.prepare_cached(&sql)?.execute([from, to])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    /// Ids, hashes, words of closed lists, and where things are.
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "action", "adapter", "adversarial", "agent", "anchor", "before", "branch", "by_git", "call", "category", "content_hash", "counts_for", "cwd",
        "day", "dominant_failure", "actor", "extractor", "failure_mode", "failure_type", "folder", "found_by", "hash", "how", "id", "judged",
        "key", "kind", "label", "lifecycle", "linked", "missing_branch", "observation", "path", "pattern", "prior_turn", "quality",
        "reason", "resolved_by", "result", "risk", "role", "run_id", "segment", "session", "source", "speaker", "state", "status",
        "strategy", "subject", "superseded_by", "text_hash", "thing", "tool", "transcript", "turn", "type", "validator", "value", "whose",
    ];
    /// Written anew whenever something changes.
    const DERIVED: &[&str] = &["recall_line", "recall_term"];

    /// Whoever adds a column decides whether somebody's words may stand in it.
    #[test]
    fn every_column_is_a_text_or_a_name() {
        let store = Store::in_memory().unwrap();
        let sql = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c
                   WHERE t.type = 'table' AND c.type = 'TEXT'";
        let columns: Vec<(String, String)> = rows::all(store.read(), sql, [], rows::columns).unwrap();
        for (table, column) in TEXTS {
            assert!(columns.contains(&((*table).into(), (*column).into())), "no column {table}.{column}");
        }
        for (table, column) in &columns {
            let is_text = TEXTS.contains(&(table.as_str(), column.as_str()));
            let is_derived = DERIVED.contains(&table.as_str());
            assert!(is_text || is_derived || NAMES.contains(&column.as_str()), "{table}.{column}");
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
        let found = find(db, hide).unwrap();
        assert_eq!(found.len(), 2);
        store.write(|db| apply(db, &found)).unwrap();
        let left: Vec<String> =
            rows::all(store.read(), "SELECT text FROM injected ORDER BY text", [], rows::value).unwrap();
        assert_eq!(left, ["say [hidden]", "say nothing"]);
    }
}
