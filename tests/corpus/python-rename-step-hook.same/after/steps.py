def prepare(context):
    context.size = 1
