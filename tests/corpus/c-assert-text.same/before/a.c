void f(int a)
{
	g(a);
}
