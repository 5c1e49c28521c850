//! Speed, measured in one run against a direct language-server round trip.
