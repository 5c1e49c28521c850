pub trait Speaks {
    fn speak(&self) -> String;
}

pub struct Dog;

impl Dog {
    pub fn walk(&self) -> u8 {
        fn steps() -> u8 {
            4
        }
        steps()
    }
}

impl Speaks for Dog {
    fn speak(&self) -> String {
        "wow".into()
    }
}

pub struct Cat;

impl Cat {
    pub fn walk(&self) -> u8 {
        4
    }
}

impl Speaks for Cat {
    fn speak(&self) -> String {
        "mew".into()
    }
}
