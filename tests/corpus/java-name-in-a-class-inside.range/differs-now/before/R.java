abstract class R {
  abstract void r();
}
