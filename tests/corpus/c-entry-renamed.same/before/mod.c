static int twice(int a)
{
    return a + 1;
}

int PyInit_shop(int a)
{
    return twice(a);
}
