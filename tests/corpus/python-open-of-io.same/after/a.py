import io
file = open('x')
