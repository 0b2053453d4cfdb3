import java.io.*;
import java.util.*;
class A { List<File> x; }
