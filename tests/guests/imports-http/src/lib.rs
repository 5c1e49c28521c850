//! A guest that wants to speak HTTP, which nobody gets.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{Descriptor, Facts, Failure, Info, Launch, LaunchPlan};

mod wasi {
    wit_bindgen::generate!({
        inline: r#"
            package deixis:imports-http;

            world http {
                import wasi:http/outgoing-handler@0.2.0;
            }

            package wasi:http@0.2.0 {
                interface outgoing-handler {
                    handle: func(request: string) -> string;
                }
            }
        "#,
        world: "http",
        generate_all,
    });
}

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("imports-http")
    }
}

impl Launch for Guest {
    fn plan(_: &Facts) -> Result<LaunchPlan, Failure> {
        let answer = wasi::wasi::http::outgoing_handler::handle("GET /");
        Ok(LaunchPlan::default().variable("ANSWER", &answer))
    }
}

deixis_plugin::export!(Guest: info, launch);
