__attribute__((constructor)) static void second(void)
{
    open_files();
}

__attribute__((constructor)) static void first(void)
{
    open_log();
}
