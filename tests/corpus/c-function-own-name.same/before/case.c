static const char *who(void)
{
    return "me";
}

const char *ask(void)
{
    return who();
}
