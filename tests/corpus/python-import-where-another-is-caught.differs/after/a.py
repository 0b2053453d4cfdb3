try:
    import fast
except ImportError:
    from slow import dumps, loads
finally:
    print(globals())

fast = (loads, dumps)
