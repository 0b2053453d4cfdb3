abstract class B {
  abstract int n();
}
