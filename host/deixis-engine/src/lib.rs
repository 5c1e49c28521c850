//! One project session: routing, language servers, freshness, readiness, operations.
