x = 1

# the encoding=utf8 of before
y = 2
