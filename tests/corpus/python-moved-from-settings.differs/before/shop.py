from urls import total

print(total([1]))
