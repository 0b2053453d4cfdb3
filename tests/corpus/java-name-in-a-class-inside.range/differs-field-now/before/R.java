abstract class R {
  abstract int r();
}
