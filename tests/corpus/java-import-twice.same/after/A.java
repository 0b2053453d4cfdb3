import java.util.List;
import java.util.Map;
class A { List<Map> x; }
