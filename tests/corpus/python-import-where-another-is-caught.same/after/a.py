try:
    import fast
except ImportError:
    from slow import dumps, loads

fast = (loads, dumps)
