//! Relations on the events of one execution, as matrices of bits.

/// A relation on `0..size`: row `a` has the bit `b` iff `a` is related to `b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    /// Nothing is related.
    pub fn empty(size: usize) -> Matrix {
        let words = size.div_ceil(64);
        Matrix { size, words, bits: vec![0; size * words] }
    }

    /// Each member is related to itself.
    pub fn identity(size: usize, is_member: impl Fn(usize) -> bool) -> Matrix {
        let mut matrix = Matrix::empty(size);
        (0..size).filter(|&event| is_member(event)).for_each(|event| matrix.insert(event, event));
        matrix
    }

    /// Each pair for which the condition holds.
    pub fn pairs(size: usize, holds: impl Fn(usize, usize) -> bool) -> Matrix {
        let mut matrix = Matrix::empty(size);
        for a in 0..size {
            (0..size).filter(|&b| holds(a, b)).for_each(|b| matrix.insert(a, b));
        }
        matrix
    }

    /// The number of events.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Relates `a` to `b`.
    pub fn insert(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
    }

    /// Whether `a` is related to `b`.
    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// What `a` is related to.
    pub fn successors(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.bits[a * self.words..(a + 1) * self.words];
        row.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| Some(word & (word - 1)).filter(|rest| *rest != 0))
                .map(move |word| 64 * i + word.trailing_zeros() as usize)
        })
    }

    fn zip(&self, other: &Matrix, join: impl Fn(u64, u64) -> u64) -> Matrix {
        let bits = self.bits.iter().zip(&other.bits).map(|(&a, &b)| join(a, b)).collect();
        Matrix { bits, ..*self }
    }

    /// `a | b`
    pub fn or(&self, other: &Matrix) -> Matrix {
        self.zip(other, |a, b| a | b)
    }

    /// `a & b`
    pub fn and(&self, other: &Matrix) -> Matrix {
        self.zip(other, |a, b| a & b)
    }

    /// `a \ b`
    pub fn minus(&self, other: &Matrix) -> Matrix {
        self.zip(other, |a, b| a & !b)
    }

    /// `a ; b`
    pub fn then(&self, other: &Matrix) -> Matrix {
        let mut result = Matrix::empty(self.size);
        for a in 0..self.size {
            for middle in self.successors(a) {
                let row = &other.bits[middle * self.words..(middle + 1) * self.words];
                for (into, from) in result.bits[a * self.words..].iter_mut().zip(row) {
                    *into |= from;
                }
            }
        }
        result
    }

    /// `a^-1`
    pub fn inverse(&self) -> Matrix {
        let mut result = Matrix::empty(self.size);
        for a in 0..self.size {
            self.successors(a).for_each(|b| result.insert(b, a));
        }
        result
    }

    /// `a+` (Warshall).
    pub fn plus(&self) -> Matrix {
        let mut result = self.clone();
        for middle in 0..self.size {
            let row = result.bits[middle * self.words..(middle + 1) * self.words].to_vec();
            for a in 0..self.size {
                if result.contains(a, middle) {
                    for (into, from) in result.bits[a * self.words..].iter_mut().zip(&row) {
                        *into |= from;
                    }
                }
            }
        }
        result
    }

    /// `a?`
    pub fn optional(&self) -> Matrix {
        self.or(&Matrix::identity(self.size, |_| true))
    }

    /// Whether nothing is related.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// The first related pair.
    pub fn first(&self) -> Option<(usize, usize)> {
        (0..self.size).find_map(|a| self.successors(a).next().map(|b| (a, b)))
    }

    /// An event that is related to itself.
    pub fn loops(&self) -> Option<usize> {
        (0..self.size).find(|&event| self.contains(event, event))
    }

    /// A shortest cycle: each event is related to the next, the last one to the first.
    pub fn cycle(&self) -> Option<Vec<usize>> {
        if self.is_acyclic() {
            return None;
        }
        (0..self.size).filter_map(|start| self.cycle_through(start)).min_by_key(Vec::len)
    }

    /// Whether taking away what leads nowhere, again and again, leaves nothing.
    fn is_acyclic(&self) -> bool {
        let mut left = vec![0_u64; self.words];
        (0..self.size).for_each(|event| left[event / 64] |= 1 << (event % 64));
        loop {
            let before = left.clone();
            // Later events tend to come later in a relation too.
            for event in (0..self.size).rev() {
                let row = &self.bits[event * self.words..(event + 1) * self.words];
                if row.iter().zip(&left).all(|(to, left)| to & left == 0) {
                    left[event / 64] &= !(1 << (event % 64));
                }
            }
            if left == before {
                return left.iter().all(|&word| word == 0);
            }
        }
    }

    fn cycle_through(&self, start: usize) -> Option<Vec<usize>> {
        let mut parent = vec![None; self.size];
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(event) = queue.pop_front() {
            for next in self.successors(event) {
                if next == start {
                    let mut cycle = vec![event];
                    while let Some(before) = parent[cycle[cycle.len() - 1]] {
                        cycle.push(before);
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                if parent[next].is_none() {
                    parent[next] = Some(event);
                    queue.push_back(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(size: usize) -> Matrix {
        Matrix::pairs(size, |a, b| b == a + 1)
    }

    #[test]
    fn closure_of_a_chain_is_the_order() {
        for size in [1, 5, 64, 65, 130] {
            assert_eq!(chain(size).plus(), Matrix::pairs(size, |a, b| a < b));
            assert_eq!(chain(size).inverse().plus().inverse(), chain(size).plus());
        }
    }

    #[test]
    fn a_shortest_cycle_is_found() {
        let mut ring = chain(70);
        assert_eq!(ring.cycle(), None);
        ring.insert(69, 0);
        assert_eq!(ring.cycle().map(|cycle| cycle.len()), Some(70));
        ring.insert(68, 66);
        assert_eq!(ring.cycle(), Some(vec![66, 67, 68]));
        ring.insert(3, 3);
        assert_eq!(ring.cycle(), Some(vec![3]));
    }

    #[test]
    fn composition_is_by_the_definition() {
        let (a, b) = (Matrix::pairs(67, |a, b| (a * 7 + b) % 5 == 0), Matrix::pairs(67, |a, b| (a + b * 3) % 11 == 1));
        let expected = Matrix::pairs(67, |x, z| (0..67).any(|y| a.contains(x, y) && b.contains(y, z)));
        assert_eq!(a.then(&b), expected);
        assert_eq!(a.minus(&b).or(&a.and(&b)), a);
    }
}
