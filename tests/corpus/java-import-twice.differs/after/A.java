import java.util.Map;
class A { List<Map> x; }
