from m import a as x, b as x
