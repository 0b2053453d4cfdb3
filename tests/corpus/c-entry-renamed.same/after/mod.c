static int next(int a)
{
    return a + 1;
}

int PyInit_shop(int a)
{
    return next(a);
}
