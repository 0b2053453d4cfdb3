import io

io.open = None
