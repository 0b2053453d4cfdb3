// What functions and methods of C++'s library do, said in C++. tracer runs a model in place of the
// call (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

// model of function std.clamp
int clamp(int value, int low, int high) {
    return value < low ? low : high < value ? high : value;
}

// model of function std.clamp
long clamp(long value, long low, long high) {
    return value < low ? low : high < value ? high : value;
}

// model of function std.clamp
double clamp(double value, double low, double high) {
    return value < low ? low : high < value ? high : value;
}

// model of method std.map.contains, std.unordered_map.contains
template <typename K, typename V>
bool contains(const std::map<K, V>& table, const K& key) {
    return table.find(key) != table.end();
}

// model of method std.map.count, std.unordered_map.count
template <typename K, typename V>
std::size_t count(const std::map<K, V>& table, const K& key) {
    return table.find(key) != table.end() ? 1 : 0;
}

// model of method std.map.at, std.unordered_map.at
template <typename K, typename V>
const V& at(const std::map<K, V>& table, const K& key) {
    const auto entry = table.find(key);
    if (entry != table.end()) {
        return entry->second;
    }
    return table.at(key);
}

// model of method std.set.contains, std.unordered_set.contains
template <typename T>
bool set_contains(const std::set<T>& values, const T& value) {
    return values.find(value) != values.end();
}

// model of method std.set.count, std.unordered_set.count
template <typename T>
std::size_t set_count(const std::set<T>& values, const T& value) {
    return values.find(value) != values.end() ? 1 : 0;
}

// model of method std.optional.has_value
template <typename T>
bool has_value(const std::optional<T>& held) {
    return held ? true : false;
}

// model of method std.optional.value
template <typename T>
const T& value(const std::optional<T>& held) {
    if (held) {
        return *held;
    }
    return held.value();
}

// model of method std.optional.value_or
template <typename T>
T value_or(const std::optional<T>& held, T other) {
    if (held) {
        return *held;
    }
    return other;
}

// model of function std.abs
int abs_of(int value) {
    return value < 0 ? -value : value;
}

// model of function std.abs
long abs_of(long value) {
    return value < 0 ? -value : value;
}

// model of function std.swap
void swap_of(int& one, int& other) {
    int kept = one;
    one = other;
    other = kept;
}

// model of function std.swap
void swap_of(double& one, double& other) {
    double kept = one;
    one = other;
    other = kept;
}

// model of function std.swap
void swap_of(std::string& one, std::string& other) {
    std::string kept = one;
    one = other;
    other = kept;
}

// model of method std.string.contains
bool text_contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// model of method std.string.starts_with
bool starts_with(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}
