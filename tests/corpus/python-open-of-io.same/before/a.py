import io
file = io.open('x')
