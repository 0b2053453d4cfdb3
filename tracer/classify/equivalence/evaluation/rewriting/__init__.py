"""Code in another form before it is evaluated: what a loop or a local stands for."""
