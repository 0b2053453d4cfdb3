from errors import check

try:
    check(1)
except Exception as error:
    print(f'{error}')
