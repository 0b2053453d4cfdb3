import java.sql.Date;

class B {
  Date d;
}
