import com.google.gson.Gson;

class Z {
  static String g() {
    return new Gson().toJson(new A());
  }
}
