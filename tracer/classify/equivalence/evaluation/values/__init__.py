"""What expressions give: operators, comparisons, conditions, texts, names, members, collections."""
