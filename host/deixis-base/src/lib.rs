//! Rooted paths, positions, text, URIs, redaction: what every other room stands on.
