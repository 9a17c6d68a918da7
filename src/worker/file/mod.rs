//! TODO

pub mod draft;
pub mod promise;
pub mod rewrite;
