from meter import Meter
meter = Meter()
print(meter.run(2))
