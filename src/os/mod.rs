//! The machine: clock, environment, files, processes and the log, with the faults that tests inject.

pub(crate) mod error;

pub(crate) mod clock;
pub mod ctx;
pub(crate) mod fault;
pub mod fsx;
pub(crate) mod log;
pub(crate) mod process;
