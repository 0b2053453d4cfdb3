void first(void) __attribute__((constructor));
void second(void) __attribute__((constructor));

void first(void) { open_log(); }

void second(void) { write_log(); }
