//! Kinds of database failures, each with a hint for the user.

use std::io;

use crate::core::model::word_enum::UnknownWord;

const NOT_ONE: &str = "its file is not a database";

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("another process is writing the database")]
    Busy,
    #[error("the database has schema {found}, newer than this ingrain ({known})")]
    Newer { found: i64, known: i64 },
    #[error("the database has schema {found}, of a version that was never released")]
    Unreleased { found: i64 },
    #[error("the database is damaged: {0}")]
    Corrupt(String),
    #[error("the database is damaged: {NOT_ONE}")]
    NotADatabase,
    #[error("the database cannot be written: {0}")]
    ReadOnly(String),
    #[error("the database may not be used: {0}")]
    Denied(String),
    #[error("the database cannot be opened: {0}")]
    CannotOpen(String),
    #[error("the disk is full")]
    DiskFull,
    #[error("the disk cannot be read or written: {0}")]
    Io(String),
    #[error("could not read a stored value: {0}")]
    Decode(String),
    #[error(transparent)]
    Sql(rusqlite::Error),
}

pub type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    /// The damage to the file, if any: its backup has to replace it.
    pub fn damage(&self) -> Option<&str> {
        match self {
            StoreError::Corrupt(why) => Some(why),
            StoreError::NotADatabase => Some(NOT_ONE),
            _ => None,
        }
    }

    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::Busy => "another ingrain is writing; try again in a moment",
            StoreError::Newer { .. } => "update ingrain: run `install.sh` of the newer version",
            StoreError::Unreleased { .. } => {
                "run `ingrain export` of the version that wrote it, move the database away, then `ingrain import` the export"
            }
            StoreError::Corrupt(_) | StoreError::NotADatabase => {
                "run `ingrain learn`: it puts the damaged file aside and takes the last copy"
            }
            StoreError::ReadOnly(_) => "check whether the file, its folder or the whole disk is read-only",
            StoreError::Denied(_) => "check the owner and the permissions of the file and its folder",
            StoreError::CannotOpen(_) => "check that its folder is there and that you may write to it",
            StoreError::DiskFull => "free some space and try again; nothing was lost",
            StoreError::Io(_) => "try again; if it stays so, check the disk: the system's log says more",
            StoreError::Decode(_) => {
                "run `ingrain purge --dry-run` to see what cannot be read, then `ingrain purge`"
            }
            StoreError::Sql(_) => "run `ingrain doctor`, which says more",
        }
    }
}

impl From<UnknownWord> for StoreError {
    fn from(error: UnknownWord) -> Self {
        StoreError::Decode(error.to_string())
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        StoreError::Decode(error.to_string())
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        use io::ErrorKind::*;
        let message = error.to_string();
        match error.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => StoreError::DiskFull,
            ReadOnlyFilesystem => StoreError::ReadOnly(message),
            PermissionDenied => StoreError::Denied(message),
            NotFound | NotADirectory | IsADirectory => StoreError::CannotOpen(message),
            WouldBlock | ResourceBusy => StoreError::Busy,
            _ => StoreError::Io(message),
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        use rusqlite::ErrorCode::*;
        let message = error.to_string();
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked | FileLockingProtocolFailed) => StoreError::Busy,
            Some(DatabaseCorrupt) => StoreError::Corrupt(message),
            Some(NotADatabase) => StoreError::NotADatabase,
            Some(ReadOnly) => StoreError::ReadOnly(message),
            Some(PermissionDenied) => StoreError::Denied(message),
            Some(CannotOpen) => StoreError::CannotOpen(message),
            Some(DiskFull) => StoreError::DiskFull,
            Some(SystemIoFailure) => StoreError::Io(message),
            _ => StoreError::Sql(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::ErrorKind;

    use rusqlite::ffi::*;

    use super::*;

    /// SQLite codes and system error kinds, with messages and hints.
    const TABLE: [(&[i32], &[ErrorKind], &str, &str); 8] = [
        (&[SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL], &[ErrorKind::WouldBlock], "is writing", "a moment"),
        (&[SQLITE_CORRUPT, SQLITE_NOTADB], &[], "is damaged: ", "aside"),
        (
            &[SQLITE_READONLY, SQLITE_READONLY_DIRECTORY],
            &[ErrorKind::ReadOnlyFilesystem],
            "be written",
            "read-only",
        ),
        (&[SQLITE_PERM], &[ErrorKind::PermissionDenied], "may not be used", "permissions"),
        (&[SQLITE_CANTOPEN], &[ErrorKind::NotFound], "cannot be opened", "its folder is there"),
        (
            &[SQLITE_FULL],
            &[ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge],
            "full",
            "free",
        ),
        (&[SQLITE_IOERR, SQLITE_IOERR_FSYNC], &[ErrorKind::Other], "read or written", "check the disk"),
        (&[SQLITE_CONSTRAINT], &[], "constraint", "`ingrain doctor`"),
    ];

    #[test]
    fn every_kind_is_told_apart_and_has_a_hint() {
        let mut hints = BTreeSet::new();
        for (codes, kinds, message, hint) in TABLE {
            let of_sqlite =
                codes.iter().map(|code| rusqlite::Error::SqliteFailure(Error::new(*code), None).into());
            let of_system = kinds.iter().map(|kind| io::Error::from(*kind).into());
            for error in of_sqlite.chain(of_system) {
                let error: StoreError = error;
                assert!(error.to_string().contains(message), "{error:?}: {error}");
                assert!(error.hint().contains(hint), "{error:?}: {}", error.hint());
                hints.insert(error.hint());
            }
        }
        assert_eq!(hints.len(), TABLE.len());
    }
}
