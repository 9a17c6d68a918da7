//! A multimap from keys to numbers, made for keys that are nearly all distinct: the first number of
//! a key needs no list.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// Members are identified by their number.
#[derive(Debug)]
pub struct Groups<K> {
    first: HashMap<K, usize>,
    others: HashMap<K, Vec<usize>>,
}

impl<K: Clone + Eq + Hash> Groups<K> {
    pub fn with_capacity(expected: usize) -> Self {
        Self { first: HashMap::with_capacity(expected), others: HashMap::new() }
    }

    pub fn add(&mut self, key: K, number: usize) {
        match self.first.entry(key) {
            Entry::Vacant(free) => drop(free.insert(number)),
            Entry::Occupied(taken) => self.others.entry(taken.key().clone()).or_default().push(number),
        }
    }

    pub fn contains(&self, key: &K) -> bool {
        self.first.contains_key(key)
    }

    /// The numbers of a key, in the order in which they were added.
    pub fn get<'a>(&'a self, key: &K) -> impl Iterator<Item = usize> + use<'a, K> {
        let first = self.first.get(key);
        let others = first.and_then(|_| self.others.get(key)).map_or(&[][..], Vec::as_slice);
        first.into_iter().chain(others).copied()
    }
}

impl<K: Clone + Eq + Hash> FromIterator<(K, usize)> for Groups<K> {
    fn from_iter<I: IntoIterator<Item = (K, usize)>>(numbered: I) -> Self {
        let numbered = numbered.into_iter();
        let mut groups = Self::with_capacity(numbered.size_hint().1.unwrap_or_default());
        numbered.for_each(|(key, number)| groups.add(key, number));
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_found_with_their_own_in_order() {
        let groups: Groups<char> = "abcab".chars().zip(0..).chain([('a', 9)]).collect();
        let of = |key: char| groups.get(&key).collect::<Vec<usize>>();
        assert_eq!([of('a'), of('b'), of('c'), of('d')], [vec![0, 3, 9], vec![1, 4], vec![2], vec![]]);
        assert_eq!([groups.contains(&'c'), groups.contains(&'d')], [true, false]);
    }
}
