int f(void)
{
#ifdef A
  return 1;
#endif
  return 0;
}
