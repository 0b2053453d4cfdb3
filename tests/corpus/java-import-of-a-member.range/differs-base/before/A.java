import static p.U.log;
class A {
  void f() {
    log("a");
  }
}
