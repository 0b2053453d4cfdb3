static void second(void) { write_log(); }

static void first(void) { open_log(); }
