static int assist(void)
{
    return 1;
}

void run(void)
{
    __asm__("call helper");
}
