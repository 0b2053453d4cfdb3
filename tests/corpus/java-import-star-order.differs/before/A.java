import java.util.*;
import java.io.*;
class A { List<File> x; }
