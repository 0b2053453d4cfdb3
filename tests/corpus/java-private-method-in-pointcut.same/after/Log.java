@Aspect
class Log {
  @Around("execution(private int Box.gross())")
  Object around(ProceedingJoinPoint point) { return 2; }
}
