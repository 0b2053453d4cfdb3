static const char *who(void)
{
    return __func__;
}

const char *ask(void)
{
    return who();
}
