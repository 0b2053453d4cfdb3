from m import b as x, a as x
