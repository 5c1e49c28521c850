//! A change on a file system that fails, dies, fills up, or has somebody else on it.

mod faulty;
mod hazards;
mod meddling;
mod order;
mod pending;
mod plans;
mod previews;
mod project;
mod recovery;
mod splicing;
mod sweep;
mod witness;
