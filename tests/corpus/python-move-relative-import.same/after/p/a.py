from q.b import load
