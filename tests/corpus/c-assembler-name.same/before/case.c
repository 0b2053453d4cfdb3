static int helper(void)
{
    return 1;
}

int run(void)
{
    return helper();
}
