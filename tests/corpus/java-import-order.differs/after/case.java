import java.util.List;
import java.awt.Map;
class A {}
