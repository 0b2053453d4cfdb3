TABLE_BEGIN(t)
LOOP(i, 4) { ENTRY("one two") }
TABLE_END
