"""What the rule `extract_function` asks, one question a module.

`direction` is a pair of files read in one direction, `candidates` what one side alone has,
`caller_proofs` which callers are the same with calls and names replaced (`inlining` compares them),
`accepted` which functions nothing else uses, `visibility` who else may know a name.
"""
