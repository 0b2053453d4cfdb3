from sums import total

print(total([1]))
