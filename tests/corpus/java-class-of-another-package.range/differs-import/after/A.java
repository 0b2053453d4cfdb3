import java.util.Date;

class A {}
