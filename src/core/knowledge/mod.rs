//! Artifacts: the knowledge files, their index, rendering, reconciliation with the disk, and
//! mirrors.

pub mod entries;
pub(crate) mod ignore_file;
pub mod index;
pub(crate) mod legacy;
pub mod mirror;
pub mod provenance;
pub mod reconcile;
pub mod render;
pub(crate) mod staleness;
pub(crate) mod uninstall;
