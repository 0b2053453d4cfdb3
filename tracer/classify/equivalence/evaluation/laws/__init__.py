"""What the functions of libraries give: laws, each with its condition."""
