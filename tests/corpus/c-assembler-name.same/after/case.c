static int assist(void)
{
    return 1;
}

int run(void)
{
    return assist();
}
