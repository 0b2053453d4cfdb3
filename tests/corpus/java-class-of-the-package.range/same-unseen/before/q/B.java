package q;
import p.*;
class B {
  Object z() {
    return null;
  }
}
