try:
    import fast
except ImportError:
    from slow import loads, dumps

fast = (loads, dumps)
