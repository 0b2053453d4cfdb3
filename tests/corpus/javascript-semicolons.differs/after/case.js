const a = 1
;[a].forEach(f)
