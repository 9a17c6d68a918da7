//! Project files that people read: drafted, promised before they are written, and recorded in the
//! history.

pub mod artifact;
pub mod draft;
pub mod kept;
pub mod promise;
pub mod rewrite;
