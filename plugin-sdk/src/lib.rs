//! What adapter authors depend on: one trait per hook group and one export macro.
