TABLE_BEGIN(t)
LOOP(i, 4) {
  ENTRY("\x1"
        "2")
}
TABLE_END
