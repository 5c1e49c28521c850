//! The export macro, and what runs before every exported function.

/// Exports an adapter's hook groups from this component.
///
/// The first group is always `info`; of the others, list those that the
/// adapter implements: the component's type then has just these, and the host
/// uses its native default for the rest.
///
/// On targets other than `wasm32` the macro only checks that the traits are
/// implemented, so that an adapter is an ordinary library in its own tests.
///
/// ```
/// use deixis_plugin::{Descriptor, Info, Language, Launch};
///
/// struct Zig;
/// impl Info for Zig {
///     fn describe() -> Descriptor {
///         Descriptor::new("zig", "0.1.0", "Zig").language(Language::new("zig").suffixes([".zig"]))
///     }
/// }
/// impl Launch for Zig {}
/// deixis_plugin::export!(Zig: info, launch);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export {
    ($adapter:ident: info $(, $group:ident)* $(,)?) => {
        $crate::__export_group!($adapter info Info);
        $( $crate::__export_named!($adapter $group); )*
    };
}

/// Maps a group's name to its trait.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_named {
    ($adapter:ident launch) => { $crate::__export_group!($adapter launch Launch); };
    ($adapter:ident readiness) => { $crate::__export_group!($adapter readiness Readiness); };
    ($adapter:ident symbols) => { $crate::__export_group!($adapter symbols Symbols); };
    ($adapter:ident errors) => { $crate::__export_group!($adapter errors Errors); };
    ($adapter:ident watch) => { $crate::__export_group!($adapter watch Watch); };
    ($adapter:ident rename) => { $crate::__export_group!($adapter rename Rename); };
    ($adapter:ident diagnostics) => { $crate::__export_group!($adapter diagnostics Diagnostics); };
    ($adapter:ident requests) => { $crate::__export_group!($adapter requests Requests); };
    ($adapter:ident documents) => { $crate::__export_group!($adapter documents Documents); };
    ($adapter:ident results) => { $crate::__export_group!($adapter results Results); };
}

/// Checks the trait everywhere, exports the group on `wasm32`.
#[doc(hidden)]
#[macro_export]
macro_rules! __export_group {
    ($adapter:ident $group:ident $trait:ident) => {
        const _: () = {
            const fn implements<T: $crate::$trait>() {}
            implements::<$adapter>();
        };
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::$group::export_group!($adapter with_types_in $crate::bindings::$group);
    };
}

/// Runs before every exported function: a panic then leaves its message in the
/// host's log, where it is found beside the trap.
#[cfg(target_arch = "wasm32")]
pub(crate) fn enter() {
    use std::sync::atomic::{AtomicBool, Ordering};

    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if !INSTALLED.swap(true, Ordering::Relaxed) {
        std::panic::set_hook(Box::new(|panic| {
            crate::host::log::write(crate::host::log::Level::Error, &panic.to_string());
        }));
    }
}

/// Natively, a test's own panic hook is the better one.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn enter() {}
