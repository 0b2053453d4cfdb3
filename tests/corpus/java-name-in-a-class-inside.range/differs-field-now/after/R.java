abstract class R {
  int n;
  abstract int r();
}
