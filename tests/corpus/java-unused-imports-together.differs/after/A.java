import java.io.File;
class A { File x; Map.Entry y; }
