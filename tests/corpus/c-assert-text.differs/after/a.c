void f(int b)
{
	assert(b);
}
