from b import f, g
