static int helper(int a)
{
    return a + 1;
}

int PyInit_store(int a)
{
    return helper(a);
}
