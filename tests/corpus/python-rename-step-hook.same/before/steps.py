def before_order(context):
    context.size = 1
