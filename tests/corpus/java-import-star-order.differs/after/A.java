import java.awt.*;
import java.io.*;
class A { List<File> x; }
