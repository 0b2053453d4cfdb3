import m
import show

show.all_of(m.other())
print(getattr(m, "other"))
