// What functions and methods of Rust's library do, said in Rust. tracer runs a model in place of
// the call (tracer/classify/equivalence/evaluation/domain/model_files.py says how to write one).

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

// model of method Option.flatten
fn flatten<T>(option: Option<Option<T>>) -> Option<T> {
    match option {
        Some(inner) => inner,
        None => None,
    }
}

// model of method Option.xor
fn xor<T>(option: Option<T>, other: Option<T>) -> Option<T> {
    match (option, other) {
        (Some(value), None) => Some(value),
        (None, Some(value)) => Some(value),
        _ => None,
    }
}

// model of method Option.zip
fn zip<T, U>(option: Option<T>, other: Option<U>) -> Option<(T, U)> {
    match (option, other) {
        (Some(one), Some(two)) => Some((one, two)),
        _ => None,
    }
}

// model of method Option.and
fn and<T, U>(option: Option<T>, other: Option<U>) -> Option<U> {
    match option {
        Some(_) => other,
        None => None,
    }
}

// model of method Result.and
fn result_and<T, U, E>(result: Result<T, E>, other: Result<U, E>) -> Result<U, E> {
    match result {
        Ok(_) => other,
        Err(error) => Err(error),
    }
}

// model of method Result.is_err_and
fn is_err_and<T, E>(result: Result<T, E>, test: impl FnOnce(E) -> bool) -> bool {
    match result {
        Ok(_) => false,
        Err(error) => test(error),
    }
}

// model of method Vec.sort_by_key
fn sort_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    list.sort_by(|one, other| key(one).cmp(&key(other)))
}

// model of method Vec.sort_unstable_by_key
fn sort_unstable_by_key<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    list.sort_unstable_by(|one, other| key(one).cmp(&key(other)))
}

// model of method String.strip_prefix
fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    if text.starts_with(prefix) {
        Some(&text[prefix.len()..])
    } else {
        None
    }
}

// model of method String.strip_suffix
fn strip_suffix<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    if text.ends_with(suffix) {
        Some(&text[..text.len() - suffix.len()])
    } else {
        None
    }
}

// model of method Ordering.then_with
fn then_with(order: Ordering, next: impl FnOnce() -> Ordering) -> Ordering {
    match order {
        Ordering::Equal => next(),
        Ordering::Less => Ordering::Less,
        Ordering::Greater => Ordering::Greater,
    }
}

// model of method Ordering.then
fn then(order: Ordering, next: Ordering) -> Ordering {
    match order {
        Ordering::Equal => next,
        Ordering::Less => Ordering::Less,
        Ordering::Greater => Ordering::Greater,
    }
}

// model of method Ordering.reverse
fn reverse(order: Ordering) -> Ordering {
    match order {
        Ordering::Less => Ordering::Greater,
        Ordering::Equal => Ordering::Equal,
        Ordering::Greater => Ordering::Less,
    }
}

// model of method Vec.first, array_type.first
fn first<T>(list: &Vec<T>) -> Option<&T> {
    if list.is_empty() {
        None
    } else {
        Some(&list[0])
    }
}

// model of method Vec.last, array_type.last
fn last<T>(list: &Vec<T>) -> Option<&T> {
    if list.is_empty() {
        None
    } else {
        Some(&list[list.len() - 1])
    }
}

// model of method Vec.get, array_type.get
fn get<T>(list: &Vec<T>, index: usize) -> Option<&T> {
    if index < list.len() {
        Some(&list[index])
    } else {
        None
    }
}

// model of method HashMap.get
fn get_of_hash<'a, K: Eq + Hash, V>(map: &'a HashMap<K, V>, key: &K) -> Option<&'a V> {
    if map.contains_key(key) {
        Some(&map[key])
    } else {
        None
    }
}

// model of method BTreeMap.get
fn get_of_tree<'a, K: Ord, V>(map: &'a BTreeMap<K, V>, key: &K) -> Option<&'a V> {
    if map.contains_key(key) {
        Some(&map[key])
    } else {
        None
    }
}

// model of method u8.saturating_sub
fn saturating_sub_u8(one: u8, other: u8) -> u8 {
    if one > other {
        one - other
    } else {
        0
    }
}

// model of method u16.saturating_sub
fn saturating_sub_u16(one: u16, other: u16) -> u16 {
    if one > other {
        one - other
    } else {
        0
    }
}

// model of method u32.saturating_sub
fn saturating_sub_u32(one: u32, other: u32) -> u32 {
    if one > other {
        one - other
    } else {
        0
    }
}

// model of method u64.saturating_sub
fn saturating_sub_u64(one: u64, other: u64) -> u64 {
    if one > other {
        one - other
    } else {
        0
    }
}

// model of method usize.saturating_sub
fn saturating_sub_usize(one: usize, other: usize) -> usize {
    if one > other {
        one - other
    } else {
        0
    }
}

// model of method Vec.extend_from_slice
fn extend_from_slice<T: Clone>(list: &mut Vec<T>, others: &[T]) {
    for one in others.iter() {
        list.push(one.clone());
    }
}
