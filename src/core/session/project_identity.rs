//! The memory that a folder belongs to. A path alone does not say: folders are moved, and others
//! take their place.

/// Facts about the memory that was last seen at this path.
#[derive(Clone, Copy, Debug)]
pub struct KnownFolder {
    /// It was not recognised elsewhere meanwhile.
    pub is_at_home: bool,
    /// It is the same folder as then, even if it was emptied.
    pub is_same_folder: bool,
    /// A clone of the same repository, according to its remote.
    pub is_same_repository: bool,
}

/// The memory that the folder's own marker names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderMarker {
    /// There is no marker, or an unknown one.
    None,
    /// The memory that was last seen at this path.
    Same,
    /// A memory whose own folder is gone, or belongs to another memory by now.
    Homeless,
    /// A memory that has a folder of its own: this is a copy.
    Settled,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderOwner {
    /// It belongs to the memory that was last seen at this path.
    Known,
    /// It belongs to the memory that the marker names.
    Marked,
    /// It belongs to no memory yet.
    Fresh,
}

/// Reads the marker only if the folder is another one, because every hook runs this.
pub fn whose(known: Option<KnownFolder>, marker: impl FnOnce() -> FolderMarker) -> FolderOwner {
    let at_home = known.filter(|known| known.is_at_home);
    if at_home.is_some_and(|known| known.is_same_folder) {
        return FolderOwner::Known;
    }
    match marker() {
        FolderMarker::Same if at_home.is_some() => FolderOwner::Known,
        FolderMarker::Homeless => FolderOwner::Marked,
        _ if at_home.is_some_and(|known| known.is_same_repository) => FolderOwner::Known,
        _ => FolderOwner::Fresh,
    }
}

/// A remote in a canonical form: `git@host:a/b.git` and `https://host/a/b` are the same.
pub fn repository(url: &str) -> String {
    let url = url.trim().trim_end_matches('/');
    let url = url.strip_suffix(".git").unwrap_or(url);
    let Some((_, rest)) = url.split_once("://") else {
        return match url.split_once('@') {
            Some((_, rest)) => rest.replacen(':', "/", 1),
            None => url.to_owned(),
        };
    };
    rest.split_once('@').map_or(rest, |(_, rest)| rest).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_keeps_its_memory_and_another_one_in_its_place_does_not_get_it() {
        let known = |is_at_home, is_same_folder, is_same_repository| {
            Some(KnownFolder { is_at_home, is_same_folder, is_same_repository })
        };
        for (what, known, marker, expected) in [
            ("never seen", None, FolderMarker::None, FolderOwner::Fresh),
            ("moved here", None, FolderMarker::Homeless, FolderOwner::Marked),
            ("copied here", None, FolderMarker::Settled, FolderOwner::Fresh),
            ("as ever", known(true, true, true), FolderMarker::Same, FolderOwner::Known),
            ("cleaned", known(true, true, false), FolderMarker::None, FolderOwner::Known),
            ("restored from a copy", known(true, false, false), FolderMarker::Same, FolderOwner::Known),
            ("cloned again", known(true, false, true), FolderMarker::None, FolderOwner::Known),
            (
                "a new repository in its place",
                known(true, false, false),
                FolderMarker::None,
                FolderOwner::Fresh,
            ),
            (
                "another one moved into its place",
                known(true, false, false),
                FolderMarker::Homeless,
                FolderOwner::Marked,
            ),
            (
                "also a clone of the same",
                known(true, false, true),
                FolderMarker::Homeless,
                FolderOwner::Marked,
            ),
            ("a copy in its place", known(true, false, false), FolderMarker::Settled, FolderOwner::Fresh),
            (
                "new, after it was seen elsewhere",
                known(false, true, true),
                FolderMarker::None,
                FolderOwner::Fresh,
            ),
            (
                "a copy of what is elsewhere now",
                known(false, false, true),
                FolderMarker::Settled,
                FolderOwner::Fresh,
            ),
            ("moved back", known(false, true, true), FolderMarker::Homeless, FolderOwner::Marked),
        ] {
            assert_eq!(whose(known, || marker), expected, "{what}");
        }
    }

    #[test]
    fn the_marker_of_the_folder_that_was_there_is_not_even_read() {
        let known = KnownFolder { is_at_home: true, is_same_folder: true, is_same_repository: false };
        assert_eq!(whose(Some(known), || panic!("read")), FolderOwner::Known);
    }

    #[test]
    fn a_repository_is_the_same_however_it_is_reached() {
        for url in [
            "git@host.org:a/b.git",
            "https://host.org/a/b",
            "https://me:key@host.org/a/b.git/",
            "ssh://git@host.org/a/b",
        ] {
            assert_eq!(repository(url), "host.org/a/b", "{url}");
        }
        assert_eq!(repository("../origin"), "../origin");
        assert_ne!(repository("https://host.org/a/c"), repository("https://host.org/a/b"));
    }
}
