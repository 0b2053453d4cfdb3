package a

class Client(val name: String) {
  fun connect(): Int {
    return name.length + 1
  }
}

/**
 * Waits between two attempts to reach the same address.
 *
 * The first wait is short, and each wait after it is twice as long.
 * Nobody waits longer than a minute, however often it fails.
 */
class Backoff(val first: Long) {
  fun next(attempt: Int): Long {
    return minOf(60_000L, first shl attempt)
  }
}
