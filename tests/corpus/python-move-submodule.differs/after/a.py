from b import f
