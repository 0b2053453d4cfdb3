ERRORS = (OSError, IOError)
