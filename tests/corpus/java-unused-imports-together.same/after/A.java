import java.io.File;
class A { File x; }
