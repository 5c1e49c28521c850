//! Bindings of contract 0.1, generated from `wit/`.
//!
//! The world `adapter` has all groups; an optional group is found through its
//! own `GuestIndices`, never through the world.

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "adapter",
    wasmtime_crate: ::wasmtime,
});
