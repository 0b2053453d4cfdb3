"""What tracer answers on every committed case, as digests: did a change of the code change it?"""
