void first(void) __attribute__((constructor));
void second(void) __attribute__((constructor));

void second(void) { write_log(); }

void first(void) { open_log(); }
