//! Relations on the events of one execution, as matrices of bits.

/// A set of events.
pub(super) type Set = Vec<bool>;

/// A relation: bit `b` of row `a` says that `a` is related to `b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    pub(super) fn new(size: usize) -> Matrix {
        let words = size.div_ceil(64);
        Matrix { size, words, bits: vec![0; size * words] }
    }

    fn row(&self, from: usize) -> &[u64] {
        &self.bits[from * self.words..(from + 1) * self.words]
    }

    pub(super) fn add(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    pub(super) fn has(&self, from: usize, to: usize) -> bool {
        self.bits[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    fn unite_row(&mut self, into: usize, from: &[u64]) {
        let row = &mut self.bits[into * self.words..(into + 1) * self.words];
        row.iter_mut().zip(from).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(super) fn or(mut self, other: &Matrix) -> Matrix {
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    pub(super) fn and(mut self, other: &Matrix) -> Matrix {
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }

    /// `self;other`
    pub(super) fn then(&self, other: &Matrix) -> Matrix {
        let mut out = Matrix::new(self.size);
        for from in 0..self.size {
            for middle in (0..self.size).filter(|&middle| self.has(from, middle)) {
                out.unite_row(from, other.row(middle));
            }
        }
        out
    }

    pub(super) fn inverse(&self) -> Matrix {
        let mut out = Matrix::new(self.size);
        for from in 0..self.size {
            (0..self.size).filter(|&to| self.has(from, to)).for_each(|to| out.add(to, from));
        }
        out
    }

    /// The transitive closure.
    pub(super) fn plus(mut self) -> Matrix {
        for middle in 0..self.size {
            let row = self.row(middle).to_vec();
            for from in 0..self.size {
                if self.has(from, middle) {
                    self.unite_row(from, &row);
                }
            }
        }
        self
    }

    /// The reflexive closure.
    pub(super) fn optional(mut self) -> Matrix {
        (0..self.size).for_each(|event| self.add(event, event));
        self
    }

    /// `[from];self;[to]`
    pub(super) fn between(&self, from: &Set, to: &Set) -> Matrix {
        let mut out = Matrix::new(self.size);
        for a in (0..self.size).filter(|&a| from[a]) {
            (0..self.size).filter(|&b| to[b] && self.has(a, b)).for_each(|b| out.add(a, b));
        }
        out
    }

    pub(super) fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|event| !self.has(event, event))
    }

    /// The events that something is after.
    pub(super) fn domain(&self) -> Set {
        (0..self.size).map(|event| self.row(event).iter().any(|word| *word != 0)).collect()
    }
}
