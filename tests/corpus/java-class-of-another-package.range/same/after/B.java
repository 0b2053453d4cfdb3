import java.util.Date;

class B {
  Date d;

  Object m() {
    return new Date(0);
  }
}
