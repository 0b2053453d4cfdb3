package a

/**
 * Waits between two attempts to reach the same server.
 *
 * The first wait is short, and each wait after it is twice as long.
 * Nobody waits longer than a minute, however often it fails.
 */
internal class Backoff(val first: Long) {
  fun next(attempt: Int): Long {
    return minOf(90_000L, first shl attempt)
  }
}
