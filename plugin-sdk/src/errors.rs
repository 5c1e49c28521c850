//! The group `errors`: what a response error means.

use crate::bindings::errors::exports::deixis::adapter::errors as wire;
use crate::{Failure, ResponseError};

pub use wire::{Context, Verdict};

/// The hook group.
pub trait Errors {
    /// Classifies an error; [`Verdict::Unknown`] leaves it to the host.
    #[must_use]
    fn classify(context: &Context, error: &ResponseError) -> Verdict;
}

impl<T: Errors> wire::Guest for T {
    fn classify(context: Context, error: ResponseError) -> Result<Verdict, Failure> {
        crate::export::enter();
        Ok(T::classify(&context, &error))
    }
}
