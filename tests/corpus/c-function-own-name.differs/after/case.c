static const char *name_of(void)
{
    return __func__;
}

const char *ask(void)
{
    return name_of();
}
