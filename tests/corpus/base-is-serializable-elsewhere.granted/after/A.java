public class A extends shop.Base {
  private int sum = 1;

  int f() {
    return sum;
  }
}
