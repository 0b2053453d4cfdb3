class A
{
  void c()
  {
  }
  void b()
  {
  }
}
