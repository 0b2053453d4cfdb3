import shop
import fees

print(fees.ready)
