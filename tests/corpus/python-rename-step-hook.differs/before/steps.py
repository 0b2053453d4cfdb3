def before_scenario(context):
    context.size = 1
