class A
{
  void b()
  {
  }
}
