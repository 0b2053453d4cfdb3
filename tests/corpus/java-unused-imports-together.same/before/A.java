import java.util.Map;
import java.util.Map.Entry;
import java.io.File;
class A { File x; }
