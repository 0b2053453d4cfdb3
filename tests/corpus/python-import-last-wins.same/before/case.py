from m import a, b
