//! Relations on the events of one execution, as matrices of bits.

/// A set of events.
pub(crate) type Set = Vec<bool>;

/// A relation: bit `b` of row `a` says that `a` is related to `b`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matrix {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Matrix {
    pub(crate) fn new(size: usize) -> Matrix {
        let words = size.div_ceil(64);
        Matrix { size, words, bits: vec![0; size * words] }
    }

    fn row(&self, from: usize) -> &[u64] {
        &self.bits[from * self.words..(from + 1) * self.words]
    }

    pub(crate) fn add(&mut self, from: usize, to: usize) {
        self.bits[from * self.words + to / 64] |= 1 << (to % 64);
    }

    pub(crate) fn has(&self, from: usize, to: usize) -> bool {
        self.bits[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    fn unite_row(&mut self, into: usize, from: &[u64]) {
        let row = &mut self.bits[into * self.words..(into + 1) * self.words];
        row.iter_mut().zip(from).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(crate) fn or(mut self, other: &Matrix) -> Matrix {
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
        self
    }

    pub(crate) fn and(mut self, other: &Matrix) -> Matrix {
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine &= theirs);
        self
    }

    /// What an event is related to.
    pub(crate) fn successors(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(from).iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let at = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                (at < 64).then_some(word * 64 + at)
            })
        })
    }

    /// `self;other`
    pub(crate) fn then(&self, other: &Matrix) -> Matrix {
        let mut out = Matrix::new(self.size);
        for from in 0..self.size {
            for middle in self.successors(from) {
                out.unite_row(from, other.row(middle));
            }
        }
        out
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let mut out = Matrix::new(self.size);
        for from in 0..self.size {
            self.successors(from).for_each(|to| out.add(to, from));
        }
        out
    }

    /// The transitive closure.
    pub(crate) fn plus(mut self) -> Matrix {
        let mut row = vec![0; self.words];
        for middle in 0..self.size {
            row.copy_from_slice(self.row(middle));
            for from in 0..self.size {
                if self.has(from, middle) {
                    self.unite_row(from, &row);
                }
            }
        }
        self
    }

    /// The reflexive closure.
    pub(crate) fn optional(mut self) -> Matrix {
        (0..self.size).for_each(|event| self.add(event, event));
        self
    }

    /// `[from];self;[to]`
    pub(crate) fn between(&self, from: &Set, to: &Set) -> Matrix {
        let mut out = Matrix::new(self.size);
        for a in (0..self.size).filter(|&a| from[a]) {
            self.successors(a).filter(|&b| to[b]).for_each(|b| out.add(a, b));
        }
        out
    }

    pub(crate) fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|event| !self.has(event, event))
    }

    /// The events that something is after.
    pub(crate) fn domain(&self) -> Set {
        (0..self.size).map(|event| self.row(event).iter().any(|word| *word != 0)).collect()
    }
}
