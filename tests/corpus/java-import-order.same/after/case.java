import java.util.Map;
import java.util.List;
class A {}
