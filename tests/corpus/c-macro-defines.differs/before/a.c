ON_START(first) { open_log(); }

ON_START(second) { write_log(); }
