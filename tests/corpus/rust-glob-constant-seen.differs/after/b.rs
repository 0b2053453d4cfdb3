pub use other::*;
