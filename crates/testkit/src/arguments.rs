//! What the tools that compare random programs are told: `[PROGRAMS] [SEED] [MODEL…]`.

use selvedge_models::Builtin;

/// The arguments, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// How many programs.
    pub programs: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Under which models.
    pub models: Vec<Builtin>,
}

impl Arguments {
    /// Understands what was typed after the name of the tool. Without a number there are `programs`, without a model the main ones.
    pub fn of(tool: &str, programs: u64) -> Result<Arguments, String> {
        let mut words = std::env::args().skip(1);
        let mut number = |default| match words.next().map(|word| word.parse::<u64>()) {
            None => Ok(default),
            Some(parsed) => parsed.map_err(|_| format!("usage: {tool} [PROGRAMS] [SEED] [MODEL…]")),
        };
        let (programs, seed) = (number(programs)?, number(1)?);
        let known = |name: String| Builtin::parse(&name).ok_or_else(|| format!("there is no model `{name}`"));
        let mut models = words.map(known).collect::<Result<Vec<Builtin>, String>>()?;
        if models.is_empty() {
            models.extend(Builtin::MAIN);
        }
        Ok(Arguments { programs, seed, models })
    }
}
