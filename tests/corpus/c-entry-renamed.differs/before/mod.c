static int helper(int a)
{
    return a + 1;
}

int PyInit_shop(int a)
{
    return helper(a);
}
