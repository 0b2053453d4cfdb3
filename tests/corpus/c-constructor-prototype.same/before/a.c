void first(void);
void second(void);

void first(void) { open_log(); }

void second(void) { write_log(); }
