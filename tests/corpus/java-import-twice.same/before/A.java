import java.util.List;
import java.util.Map;
import java.util.List;
class A { List<Map> x; }
