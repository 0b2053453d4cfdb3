static void second(void)
{
    open_files();
}

static void first(void)
{
    open_log();
}
