use std::sync::Arc;

pub struct Ignore {
    inner: Arc<Inner>,
}

struct Inner {
    parent: Option<Ignore>,
}

impl Ignore {
    pub fn is_root(&self) -> bool {
        self.inner.parent.is_none()
    }

    pub fn parent(&self) -> Option<Ignore> {
        self.inner.parent.clone()
    }
}
