"""Samples of arguments, as code, by the types that models declare."""

from __future__ import annotations

_TEXTS = ['""', '"a"', '"ab"', '"abab"', '" \\t"', '"true"', '"TRUE"', '"12"']
_JS = {
    "string": [*_TEXTS, '"0x1f"', '"1e3"', '"\\ud800"'],
    "number": ["0", "-0", "1", "-2.5", "10", "NaN", "Infinity", "1e21"],
    "unknown[]": ["[]", '["a", "ab"]', '[NaN, undefined, "", 1]', '[, "a"]', '[["a"], "b"]'],
    "unknown": ["{}", '{ a: 1, "": 2 }', '["x"]', '"ab"', "5", "null", "undefined"],
}
_JAVA = {
    "Object": ["null", '"a"', "3", "new int[0].length"],
    "T": ["null", '"a"', '"b"'],
    "E": ["null", '"a"'],
    "K": ["null", '"a"', '"k"'],
    "V": ["null", '"v"'],
    "String": ["(String) null", *_TEXTS],
    "int": ["0", "1", "-1", "Integer.MAX_VALUE", "Integer.MIN_VALUE"],
    "long": ["0L", "-1L", "Long.MAX_VALUE", "Long.MIN_VALUE"],
    "boolean": ["true", "false"],
    "char": ["'a'", "'\\u0000'", "'\\u00e9'"],
    "byte": ["(byte) 0", "(byte) -1", "(byte) 127", "(byte) -128"],
    "Deque<E>": ["deque()", 'deque("x")', 'deque("x", "y")'],
    "Map<K, V>": ["map()", 'map("a", "1")', 'map("a", null, "k", "2")'],
    "List<T>": ["list()", 'list("b", "a")'],
    "Optional<T>": ["Optional.<String>empty()", 'Optional.of("a")'],
    "Comparator<? super T>": ["null", "Comparator.<String>reverseOrder()"],
    "Supplier<? extends T>": ['() -> "s"', "() -> null"],
    "Supplier<? extends X>": ['() -> new IllegalStateException("no")'],
    "Consumer<? super T>": ["log::append"],
    "Runnable": ['() -> log.append("!")'],
    "Function<? super T, ? extends U>": ['(String s) -> s + "x"', "(String s) -> null"],
    "Function<? super T, Optional<U>>": [
        '(String s) -> Optional.of(s + "x")',
        "(String s) -> null",
    ],
    "Function<? super K, ? extends V>": ['(String s) -> s + "x"', "(String s) -> null"],
    "BiFunction<? super V, ? super V, ? extends V>": [
        "(String a, String b) -> a + b",
        "(String a, String b) -> null",
    ],
    "ToIntFunction<? super T>": ["(String s) -> s.length()"],
    "ToLongFunction<? super T>": ["(String s) -> s.length()"],
    "ToDoubleFunction<? super T>": ["(String s) -> s.length()", "(String s) -> Double.NaN"],
    "Comparator<? super U>": ["null", "Comparator.<String>reverseOrder()"],
    "BiFunction<? super K, ? super V, ? extends V>": [
        "(String a, String b) -> a + b",
        "(String a, String b) -> null",
    ],
    "Supplier<Optional<T>>": ['() -> Optional.of("s")', "() -> null"],
    "int[]": ["ints()", "ints(1, 2)", "(int[]) null"],
    "long[]": ["longs(1, 2)"],
    "boolean[]": ["truths(true, false)"],
    "char[]": ["chars('a', 'b')"],
    "Predicate<? super T>": ["(String s) -> true", "(String s) -> false"],
}
_GO = {
    "string": ['""', '"a"', '"ab"', '"abab"', '"é="', '"a=b=c"', '"="', '"\\xff"'],
    "rune": ["'a'", "'é'", "-1", "0xfffd"],
    "time.Time": ["time.Unix(0, 0)"],
    "io.Reader": ['strings.NewReader("abc")', 'strings.NewReader("")'],
    "[]E": ["[]string(nil)", "[]string{}", '[]string{"b", "a", "b"}', '[]string{"b", "a"}'],
    "[]int": ["[]int(nil)", "[]int{}", "[]int{3}", "[]int{2, 5, -1, 5}", "[]int{-3, -2}"],
    "map[K]V": ["map[string]int(nil)", 'map[string]int{"a": 1}', 'map[string]int{"b": 0, "a": 2}'],
    "map[string]V": ["map[string]int(nil)", 'map[string]int{"a": 1, "b": 2}'],
    "map[int]V": ["map[int]string(nil)", 'map[int]string{1: "a", 2: "b"}'],
}
_RUST = {
    "Option<Option<T>>": ["Some(Some(1))", "Some(None::<i32>)", "None::<Option<i32>>"],
    "Option<T>": ["Some(1)", "None::<i32>"],
    "Option<U>": ["Some(2u8)", "None::<u8>"],
    "Result<T, E>": ["Ok::<i32, &str>(1)", 'Err::<i32, &str>("e")'],
    "Result<U, E>": ["Ok::<u8, &str>(2)", 'Err::<u8, &str>("f")'],
    "impl FnOnce(E) -> bool": ['|e: &str| e == "e"', "|_: &str| false"],
    "&mut Vec<T>": [
        "&mut vec![(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd')]",
        "&mut Vec::<(i32, char)>::new()",
    ],
    "&'a str": ['"--ab"', '""', '"--"', '"é-"', '"ab--"', '"é"'],
    "&str": ['"--ab"', '""', '"--"', '"é-"', '"ab--"', '"-"'],
    "&Vec<T>": ["&vec![3, 1, 2]", "&Vec::<i32>::new()"],
    "usize": ["0usize", "2usize", "3usize", "usize::MAX"],
    "&'a HashMap<K, V>": ["&HashMap::from([(1, 'a'), (2, 'b')])", "&HashMap::<i32, char>::new()"],
    "&'a BTreeMap<K, V>": [
        "&BTreeMap::from([(1, 'a'), (2, 'b')])",
        "&BTreeMap::<i32, char>::new()",
    ],
    "&K": ["&1", "&3"],
    "Ordering": ["Ordering::Less", "Ordering::Equal", "Ordering::Greater"],
    "u8": ["0u8", "3u8", "u8::MAX"],
    "u16": ["0u16", "3u16", "u16::MAX"],
    "u32": ["0u32", "3u32", "u32::MAX"],
    "u64": ["0u64", "3u64", "u64::MAX"],
    "&[T]": ["&[(4, 'e'), (3, 'f')]", "&[]"],
    "impl FnOnce() -> Ordering": ["|| Ordering::Less", "|| Ordering::Greater"],
    "impl Fn(&T) -> K": ["|one: &(i32, char)| one.0", "|one: &(i32, char)| one.1"],
}
_CPP = {
    "int": ["-5", "0", "3", "7"],
    "long": ["-5L", "0L", "3L"],
    "double": ["-1.5", "0.0", "-0.0", "2.5", "std::numeric_limits<double>::quiet_NaN()"],
    "const std::map<K, V>&": ["Table{}", 'Table{{"a", 1}}', 'Table{{"a", 1}, {"b", 0}}'],
    "const K&": ['std::string("a")', 'std::string("b")'],
    "const std::set<T>&": ["std::set<int>{}", "std::set<int>{1, 2}"],
    "const T&": ["1", "3"],
    "const std::optional<T>&": [
        "std::optional<int>{}",
        "std::optional<int>{0}",
        "std::optional{7}",
    ],
    "T": ["0", "8"],
    "int&": ["1", "-2"],
    "double&": ["1.5", "-0.0"],
    "std::string&": ['std::string("a")', 'std::string("")'],
    "const std::string&": [f"std::string({one})" for one in _TEXTS],
}
_C = {"int": ["-5", "0", "7", "INT_MAX"], "long": ["-5L", "0L", "LONG_MAX"]}
SAMPLES = {"c": _C, "javascript": _JS, "java": _JAVA, "go": _GO, "rust": _RUST, "cpp": _CPP}
