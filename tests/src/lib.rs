//! One integration crate: the real binary, scripted and real language servers.
