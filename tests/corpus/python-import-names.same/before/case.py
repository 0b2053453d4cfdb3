from os import path, sep

print(path, sep)
