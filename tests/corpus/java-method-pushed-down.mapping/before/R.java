abstract class R {
  File dir;
  File getDir() { return dir; }
}
