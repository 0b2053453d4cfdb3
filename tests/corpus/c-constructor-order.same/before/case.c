static void first(void)
{
    open_log();
}

static void second(void)
{
    open_files();
}
