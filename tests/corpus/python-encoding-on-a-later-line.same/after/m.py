x = 1

# the encoding=latin1 of before
y = 2
