pub trait Speaks {
    fn speak(&self);
}

pub struct Dog;
impl Speaks for Dog {
    fn speak(&self) {}
}

pub struct Boxed<T>(T);
impl<T> Boxed<T> {
    pub fn get(&self) -> &T {
        &self.0
    }
}
