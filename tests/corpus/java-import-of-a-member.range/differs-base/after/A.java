import static p.U.log;
class A extends B {
  void f() {
    log("a");
  }
}
