"""What the rule `extract_function` asks, one question a module.

`world` is a pair of files read in one direction, `candidates` what one side alone has, `proofs`
which callers are the same with calls and names replaced (`expansion` compares them), `proved` which
functions nothing else uses, `visible` who else may know a name.
"""
