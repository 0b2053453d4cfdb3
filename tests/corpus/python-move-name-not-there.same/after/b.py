Y = 1
X = Y
