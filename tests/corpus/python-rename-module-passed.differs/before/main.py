import m
import show

show.all_of(m)
