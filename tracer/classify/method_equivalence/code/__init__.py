"""The code of methods as terms in one form, and the definitions of one version."""
