from sums import summed

print(summed([1]))
