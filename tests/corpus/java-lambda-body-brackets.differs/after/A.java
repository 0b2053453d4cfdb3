interface Maker { Object make(); }
class A {
  static String run(Runnable r, int n) { return "for nothing"; }
  static String run(Maker m, Object n) { return "for its value"; }
  static int next() { return 1; }
  static String test() { return run(() -> next(), 1); }
}
