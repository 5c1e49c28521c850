pub mod deep;
use crate::greeting::compose_greeting;

pub fn twice() -> String {
    compose_greeting("a") + &compose_greeting("b")
}
