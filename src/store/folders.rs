//! Folders created in the project, which are removed when they are empty again.

use rusqlite::Connection;

use super::Result;
use super::meta::{self, MetaKey};

pub fn all(db: &Connection) -> Result<Vec<String>> {
    let stored = meta::get(db, MetaKey::Folders)?;
    stored.map_or(Ok(Vec::new()), |json| Ok(serde_json::from_str(&json)?))
}

pub fn add(db: &Connection, made: &[String]) -> Result<()> {
    let mut folders = all(db)?;
    folders.extend(made.iter().filter(|folder| !folders.contains(folder)).cloned().collect::<Vec<_>>());
    save(db, &folders)
}

pub fn remove(db: &Connection, folder: &str) -> Result<()> {
    let mut folders = all(db)?;
    folders.retain(|known| known != folder);
    save(db, &folders)
}

fn save(db: &Connection, folders: &[String]) -> Result<()> {
    meta::set(db, MetaKey::Folders, &serde_json::json!(folders).to_string())
}
