//! Which mutants are tried: the command line of `selvedge-mutants`.

use super::{Mutant, select};
use crate::random::Random;

/// How it is used.
pub const USAGE: &str = "usage: selvedge-mutants [FILTER] [PROGRAMS] [--part K/N] [--sample N [SEED]] [--list]";

/// What the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// A group, or a part of a name.
    pub filter: String,
    /// How many litmus tests a comparison takes.
    pub programs: Option<u64>,
    /// Of so many shares of the mutants, this one, from 1 on.
    pub part: Option<(usize, usize)>,
    /// So many that chance chooses, beginning with this seed.
    pub sample: Option<(usize, u64)>,
    /// They are only named.
    pub list: bool,
}

impl Chosen {
    /// Understands the arguments. Nothing if they mean nothing.
    pub fn of(arguments: impl Iterator<Item = String>) -> Option<Chosen> {
        let (mut chosen, mut arguments) = (Chosen::default(), arguments.peekable());
        let mut has_filter = false;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--list" => chosen.list = true,
                "--part" => {
                    let (number, of) = arguments.next()?.split_once('/').map(|(k, n)| (k.parse(), n.parse()))?;
                    let part = (number.ok()?, of.ok()?);
                    chosen.part = Some(part).filter(|(number, of)| (1..=*of).contains(number));
                    chosen.part?;
                }
                "--sample" => {
                    let number = arguments.next()?.parse().ok()?;
                    let seed = arguments.next_if(|next| next.parse::<u64>().is_ok());
                    chosen.sample = Some((number, seed.map_or(Some(0), |seed| seed.parse().ok())?));
                }
                _ if argument.starts_with("--") => return None,
                _ if !has_filter => (chosen.filter, has_filter) = (argument, true),
                _ if chosen.programs.is_none() => chosen.programs = Some(argument.parse().ok()?),
                _ => return None,
            }
        }
        Some(chosen)
    }

    /// The mutants.
    pub fn mutants(&self) -> Vec<Mutant> {
        let mut mutants = select(&self.filter);
        if let Some((number, seed)) = self.sample {
            let mut random = Random::new(seed);
            while mutants.len() > number {
                mutants.remove(random.below(mutants.len()));
            }
        }
        let (number, of) = self.part.unwrap_or((1, 1));
        // Neighbours are noticed by the same comparisons, which are built once.
        let (from, to) = ((number - 1) * mutants.len() / of, number * mutants.len() / of);
        mutants[from..to].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;

    fn chosen(line: &str) -> Option<Chosen> {
        Chosen::of(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn the_command_line_is_understood() {
        assert_eq!(chosen(""), Some(Chosen::default()));
        let expected = Chosen { filter: "tso".to_owned(), programs: Some(500), ..Chosen::default() };
        assert_eq!(chosen("tso 500"), Some(expected.clone()));
        assert_eq!(chosen("tso --part 2/3 500"), Some(Chosen { part: Some((2, 3)), ..expected.clone() }));
        assert_eq!(chosen("tso 500 --sample 2 71"), Some(Chosen { sample: Some((2, 71)), ..expected.clone() }));
        assert_eq!(chosen("--sample 2 tso 500"), Some(Chosen { sample: Some((2, 0)), ..expected.clone() }));
        assert_eq!(chosen("tso 500 --list"), Some(Chosen { list: true, ..expected }));
        for wrong in ["--part", "--part 2", "--part 0/3", "--part 4/3", "--part 0/0", "--sample", "--sample x", "--all"]
        {
            assert_eq!(chosen(wrong), None, "{wrong}");
        }
        assert_eq!((chosen("tso x"), chosen("tso 5 6")), (None, None));
    }

    #[test]
    fn parts_are_a_partition() {
        for of in [1, 2, 7] {
            let part = |number: usize| chosen(&format!("--part {number}/{of}")).expect("a part").mutants();
            let mut together: Vec<_> = (1..=of).flat_map(part).map(|mutant| mutant.name).collect();
            let mut whole: Vec<_> = all().iter().map(|mutant| mutant.name).collect();
            together.sort_unstable();
            whole.sort_unstable();
            assert_eq!(together, whole);
        }
    }

    #[test]
    fn chance_chooses_as_many_as_it_should_and_in_the_end_all() {
        let sample = |seed: u64| chosen(&format!("--sample 2 {seed}")).expect("a sample").mutants();
        assert_eq!(sample(5), sample(5));
        let mut met: Vec<_> = (0..2_000).flat_map(sample).map(|mutant| mutant.name).collect();
        assert_eq!(met.len(), 4_000);
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), all().len());
        assert_eq!(chosen("--sample 10000").expect("a sample").mutants().len(), all().len());
    }
}
