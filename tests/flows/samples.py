"""Texts of small, ordinary files in several languages, and blocks that people and agents add."""

PY = '''"""Invoices of the shop."""

from decimal import Decimal


class Invoice:
    """What a customer owes."""

    def __init__(self, lines):
        self.lines = list(lines)

    def net(self):
        """The sum of all lines."""
        return sum((line.amount for line in self.lines), Decimal(0))

    def is_paid(self, payments):
        received = sum(payments, Decimal(0))
        return received >= self.net()
'''

PY_DISCOUNT = '''

def discount(net, percent):
    """Take some percent off a net amount."""
    factor = Decimal(100 - percent) / 100
    return (net * factor).quantize(Decimal("0.01"))
'''

PY_REMINDER = '''

def reminder_text(customer, overdue_days):
    """Tell somebody who has not paid yet."""
    salutation = f"Dear {customer.full_name}"
    return f"{salutation}, your invoice is {overdue_days} days overdue."
'''

PY_EXPORT = '''

def export_rows(invoices, currency):
    """Rows for the accountant's spreadsheet."""
    header = ["number", "customer", currency.upper()]
    body = [[one.number, one.customer, str(one.net())] for one in invoices]
    return [header, *body]
'''

TS = """import { Item } from "./item";

export interface Cart {
  items: Item[];
  owner: string;
}

export function total(cart: Cart): number {
  let sum = 0;
  for (const item of cart.items) {
    sum += item.price * item.quantity;
  }
  return sum;
}

export function isEmpty(cart: Cart): boolean {
  return cart.items.length === 0;
}
"""

TS_COUPON = """
export function applyCoupon(cart: Cart, code: string): number {
  const known: Record<string, number> = { SPRING: 5, WELCOME: 10 };
  const reduction = known[code] ?? 0;
  return Math.max(0, total(cart) - reduction);
}
"""

TS_SHIPPING = """
export function shippingCost(cart: Cart, country: string): number {
  const domestic = country === "DE";
  const weight = cart.items.map((item) => item.grams).reduce((a, b) => a + b, 0);
  return domestic ? 4.9 : 9.9 + weight / 1000;
}
"""

GO = """package store

import (
	"errors"
	"sync"
)

// Store keeps values in memory.
type Store struct {
	mu     sync.Mutex
	values map[string]string
}

// Get returns a value, or an error where there is none.
func (s *Store) Get(key string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values[key]
	if !ok {
		return "", errors.New("no such key: " + key)
	}
	return value, nil
}
"""

GO_DELETE = """
// Delete forgets a key and says whether it was there.
func (s *Store) Delete(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, existed := s.values[key]
	delete(s.values, key)
	return existed
}
"""

GO_KEYS = """
// Keys lists every key that begins with prefix.
func (s *Store) Keys(prefix string) []string {
	matching := make([]string, 0, len(s.values))
	for candidate := range s.values {
		if len(candidate) >= len(prefix) && candidate[:len(prefix)] == prefix {
			matching = append(matching, candidate)
		}
	}
	return matching
}
"""

JAVA = """package shop;

import java.util.ArrayList;
import java.util.List;

public class Basket {
    private final List<String> items = new ArrayList<>();

    public void put(String item) {
        if (item == null) {
            throw new IllegalArgumentException("item");
        }
        items.add(item);
    }

    public int size() {
        return items.size();
    }
}
"""

JAVA_CONTAINS = """
    public boolean containsAny(List<String> wanted) {
        for (String candidate : wanted) {
            if (items.contains(candidate)) {
                return true;
            }
        }
        return false;
    }
"""

RUST = """use std::collections::HashMap;

/// Counts words of a text.
pub struct Counter {
    counts: HashMap<String, usize>,
}

impl Counter {
    pub fn new() -> Self {
        Counter { counts: HashMap::new() }
    }

    pub fn add(&mut self, text: &str) {
        for word in text.split_whitespace() {
            *self.counts.entry(word.to_lowercase()).or_insert(0) += 1;
        }
    }
}
"""

RUST_TOP = """
pub fn most_frequent(counter: &Counter, limit: usize) -> Vec<(String, usize)> {
    let mut ranked: Vec<_> = counter.counts.clone().into_iter().collect();
    ranked.sort_by(|left, right| right.1.cmp(&left.1));
    ranked.truncate(limit);
    ranked
}
"""

RUBY = """require "json"

# Reads settings from a file.
class Settings
  def initialize(path)
    @values = JSON.parse(File.read(path))
  end

  def fetch(name, fallback = nil)
    @values.fetch(name.to_s, fallback)
  end
end
"""

RUBY_MERGE = """
# Puts the settings of two environments together.
def merge_settings(defaults, overrides)
  combined = defaults.dup
  overrides.each { |name, value| combined[name] = value unless value.nil? }
  combined
end
"""

MD = """# Shop

A small shop for a small town.

## Running

Start it with `make run` and open the page it prints.

## Testing

Every change needs a test. Run them with `make test`.
"""

MD_DEPLOY = """
## Deploying

Tag the commit, push the tag, and wait for the pipeline to turn green.
Nobody deploys on a Friday afternoon.
"""

MD_FAQ = """
## Questions

**Why is the cart empty after a restart?** It lives in memory only.
"""

YAML = """name: build
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make test
"""

YAML_LINT = """  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 7
    steps:
      - run: make lint
"""

SQL = """create table customer (
  id integer primary key,
  name text not null
);
"""


def near_alike(number: int) -> str:
    """A function of a family that differ in their names and one number."""
    return (
        f"function handle{number}(value, fallback) {{\n"
        "  if (value == null) {\n"
        "    return fallback\n"
        "  }\n"
        "  const result = []\n"
        "  for (const item of value) {\n"
        f"    result.push(convert(item, {number}))\n"
        "  }\n"
        "  return result\n"
        "}\n"
    )
