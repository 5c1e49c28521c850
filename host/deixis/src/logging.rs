//! Log events go to standard error, never to standard output. `RUST_LOG`
//! says which; `deixis=info` for a server, `deixis=warn` for other commands.

use tracing_subscriber::EnvFilter;

/// Sets the logger up.
pub(crate) fn init(serving: bool) {
    let default = if serving { "deixis=info" } else { "deixis=error" };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .init();
}
