//! Signals that ask for an end.

use tokio_util::sync::CancellationToken;

/// Is cancelled at the first one.
pub(crate) fn stop() -> CancellationToken {
    let stop = CancellationToken::new();
    tokio::spawn(on_signal(stop.clone()));
    stop
}

async fn on_signal(stop: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let terminate = signal(SignalKind::terminate());
        let hangup = signal(SignalKind::hangup());
        let (Ok(mut terminate), Ok(mut hangup)) = (terminate, hangup) else { return };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = tokio::signal::ctrl_c().await;
    }
    stop.cancel();
}
