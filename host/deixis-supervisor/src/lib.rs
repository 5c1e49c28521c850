//! Language-server processes: start, watch, stop, and never leave one behind.
