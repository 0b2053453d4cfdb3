from a import read

print(read(1))
