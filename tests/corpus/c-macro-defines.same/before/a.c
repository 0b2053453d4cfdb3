static void first(void) { open_log(); }

static void second(void) { write_log(); }
