use std::sync::Arc;

pub struct Ignore(Arc<Inner>);

struct Inner {
    parent: Option<Ignore>,
}

impl Ignore {
    pub fn is_root(&self) -> bool {
        self.0.parent.is_none()
    }

    pub fn parent(&self) -> Option<Ignore> {
        self.0.parent.clone()
    }
}
