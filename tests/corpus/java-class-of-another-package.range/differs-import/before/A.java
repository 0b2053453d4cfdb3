import java.util.Date;

class A {
  Object m() {
    return new Date(0);
  }
}
