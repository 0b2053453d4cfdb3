from old import division, half

print(half, division)
