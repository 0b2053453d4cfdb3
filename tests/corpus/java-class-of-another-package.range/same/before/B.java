import java.util.Date;

class B {
  Date d;
}
