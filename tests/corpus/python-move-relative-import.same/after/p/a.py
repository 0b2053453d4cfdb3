from p.b import load
