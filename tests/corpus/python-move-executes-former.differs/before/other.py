import fees

print(fees.ready)
