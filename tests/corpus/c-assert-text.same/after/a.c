void f(int b)
{
	g(b);
}
