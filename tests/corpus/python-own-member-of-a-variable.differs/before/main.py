from meter import Meter
meter = Meter()
print(meter.run(2))
print(meter._step(3), hasattr(meter, "_once"))
