//! What `wit-bindgen` makes of `wit/`: one module per world, the shared types
//! in one place.
//!
//! Theory of operation. Each hook group has a world of its own, and each world
//! has an export macro of its own. A macro that is not invoked leaves nothing
//! in the final module: the section that says "this component exports
//! `launch`" is part of the macro, and the sections that come with this crate
//! itself only name imports, of which `wit-component` drops the unused ones.
//! So the type of a component is exactly the groups that its author listed.

/// Types and imports, once for all worlds.
pub mod shared {
    wit_bindgen::generate!({
        path: "../wit",
        world: "imports",
        generate_unused_types: true,
        additional_derives: [PartialEq, Eq],
    });
}

/// Declares the module of one hook group's world.
macro_rules! group {
    ($name:ident, $world:literal, $module:literal, $($derive:ident),+) => {
        #[doc = concat!("The world `", $world, "`.")]
        pub mod $name {
            wit_bindgen::generate!({
                path: "../wit",
                world: $world,
                with: {
                    "deixis:adapter/types@0.1.0": crate::bindings::shared::deixis::adapter::types,
                    "deixis:adapter/log@0.1.0": crate::bindings::shared::deixis::adapter::log,
                    "deixis:adapter/project@0.1.0": crate::bindings::shared::deixis::adapter::project,
                    "deixis:adapter/locate@0.1.0": crate::bindings::shared::deixis::adapter::locate,
                },
                additional_derives: [$($derive),+],
                pub_export_macro: true,
                export_macro_name: "export_group",
                default_bindings_module: $module,
            });
        }
    };
}

group!(info, "with-info", "deixis_plugin::bindings::info", PartialEq, Eq);
group!(launch, "with-launch", "deixis_plugin::bindings::launch", PartialEq, Eq, Default);
group!(readiness, "with-readiness", "deixis_plugin::bindings::readiness", PartialEq, Eq);
group!(symbols, "with-symbols", "deixis_plugin::bindings::symbols", PartialEq, Eq);
group!(errors, "with-errors", "deixis_plugin::bindings::errors", PartialEq, Eq);
group!(watch, "with-watch", "deixis_plugin::bindings::watch", PartialEq, Eq, Default);
group!(rename, "with-rename", "deixis_plugin::bindings::rename", PartialEq, Eq);
group!(diagnostics, "with-diagnostics", "deixis_plugin::bindings::diagnostics", PartialEq, Eq);
group!(requests, "with-requests", "deixis_plugin::bindings::requests", PartialEq, Eq);
group!(documents, "with-documents", "deixis_plugin::bindings::documents", PartialEq, Eq);
group!(results, "with-results", "deixis_plugin::bindings::results", PartialEq, Eq);
