@Aspect
class Log {
  @Around("execution(private int Box.net())")
  Object around(ProceedingJoinPoint point) { return 2; }
}
