from a import print_function
