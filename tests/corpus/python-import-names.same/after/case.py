from os import sep, path

print(path, sep)
