//! TODO

pub(crate) mod clock;
pub mod ctx;
pub(crate) mod fault;
pub mod fsx;
pub(crate) mod log;
pub(crate) mod process;
