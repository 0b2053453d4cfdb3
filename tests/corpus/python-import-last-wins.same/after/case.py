from m import b, a
