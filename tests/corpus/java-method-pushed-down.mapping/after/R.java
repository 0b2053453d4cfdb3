abstract class R {
  abstract File getDir();
}
