static const char *name_of(void)
{
    return "me";
}

const char *ask(void)
{
    return name_of();
}
