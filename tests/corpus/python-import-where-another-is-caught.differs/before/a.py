try:
    import fast
except ImportError:
    from slow import loads, dumps
finally:
    print(globals())

fast = (loads, dumps)
