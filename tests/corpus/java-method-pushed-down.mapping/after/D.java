class D extends R {
  File dir;
  int run() { return 1; }
  File getDir() { return dir; }
}
