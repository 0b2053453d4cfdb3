"""What the agent and the person of `tracer demo` write, as replacements in the sample."""

from __future__ import annotations

from tracer.model.named_tuple import NamedTuple


class Edit(NamedTuple):
    """Replace `before`, which stands once in `path`, by `after`; `""` makes a new file."""

    path: str
    before: str
    after: str


_INVOICE = '''\
@dataclass
class Invoice:
    """All positions one customer pays for together."""
'''

_TAX = '''\
RATES = {
    "standard": Decimal("0.19"),
    "food": Decimal("0.07"),
}


def tax_of(net: Decimal, kind: str) -> Decimal:
    """Value added tax on a net amount."""
    rate = RATES.get(kind, RATES["standard"])
    return net * rate
'''

_SUMMARY = "    def summary(self) -> str:\n"

_TAX_TOTAL = '''\
    def tax_total(self) -> Decimal:
        """Sales tax of all positions."""
        return rounded(sum((tax_of(i.net, i.category) for i in self.items), Decimal(0)))

'''

_FORMAT = 'export function format(amount: Money, locale = "de-DE"): string {\n'

_WITH_TAX = """\
export function withTax(net: Money, rate: number): Money {
  return money(Math.round(net.cents * (1 + rate)), net.currency);
}

"""

_FOOD = '    "food": Decimal("0.07"),\n'
BOOKS = '    "books": Decimal("0.07"),\n'

_TAX_MODULE = '''\
"""Sales tax."""

from __future__ import annotations

from decimal import Decimal

'''

_IMPORT = "from decimal import ROUND_HALF_UP, Decimal\n"

# The agent's task: tax on invoices, in Python and TypeScript.
PYTHON_TAX = (
    Edit("billing/invoice.py", _INVOICE, f"{_TAX}\n\n{_INVOICE}"),
    Edit("billing/invoice.py", _SUMMARY, _TAX_TOTAL + _SUMMARY),
)
TYPESCRIPT_TAX = (Edit("web/src/money.ts", _FORMAT, _WITH_TAX + _FORMAT),)

# Between two calls a person adds a line in an editor.
PERSON = (Edit("billing/invoice.py", _FOOD, _FOOD + BOOKS),)

# The agent moves the function to a module of its own and renames it, in one call.
_TAX_NOW = _TAX.replace(_FOOD, _FOOD + BOOKS)
REFACTOR = (
    Edit("billing/tax.py", "", _TAX_MODULE + _TAX_NOW.replace("tax_of", "vat")),
    Edit("billing/invoice.py", f"{_TAX_NOW}\n\n", ""),
    Edit("billing/invoice.py", _IMPORT, f"{_IMPORT}\nfrom billing.tax import vat\n"),
    Edit("billing/invoice.py", "(tax_of(", "(vat("),
)

# What nobody asked for.
OUT_OF_SCOPE = (Edit("ops/deploy.sh", "--archive --delete", "--archive"),)
