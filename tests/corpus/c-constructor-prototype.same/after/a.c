void first(void);
void second(void);

void second(void) { write_log(); }

void first(void) { open_log(); }
