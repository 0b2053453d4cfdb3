class Crate extends Box implements Sized {
  static int test() { return new Crate().size(); }
}
