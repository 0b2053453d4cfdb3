from meter import Meter
meter = Meter()
print(meter.run(2))
print(meter._once(3), hasattr(meter, "_once"))
