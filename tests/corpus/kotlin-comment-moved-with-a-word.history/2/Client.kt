package a

class Client(val name: String) {
  fun connect(): Int {
    return name.length + 1
  }
}

