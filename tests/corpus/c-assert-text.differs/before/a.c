void f(int a)
{
	assert(a);
}
