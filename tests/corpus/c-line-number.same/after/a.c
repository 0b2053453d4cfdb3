int f(void)
{
	return  __LINE__;
}
