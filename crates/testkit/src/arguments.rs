//! What the tools that compare random programs are told: `[PROGRAMS] [SEED] [MODEL…]`.

use selvedge_models::Builtin;

/// The arguments, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments<M> {
    /// How many programs.
    pub programs: u64,
    /// Where chance begins.
    pub seed: u64,
    /// Under which models.
    pub models: Vec<M>,
}

impl<M> Arguments<M> {
    /// Understands what was typed after the name of the tool. Without a number there are `programs`, without
    /// a model the main ones. `known` makes a model of a name.
    pub fn of(tool: &str, programs: u64, known: impl Fn(&str) -> Option<M>) -> Result<Arguments<M>, String> {
        let mut words = std::env::args().skip(1);
        let mut number = |default| match words.next().map(|word| word.parse::<u64>()) {
            None => Ok(default),
            Some(parsed) => parsed.map_err(|_| format!("usage: {tool} [PROGRAMS] [SEED] [MODEL…]")),
        };
        let (programs, seed) = (number(programs)?, number(1)?);
        let known = |name: &str| known(name).ok_or_else(|| format!("there is no model `{name}`"));
        let mut models = words.map(|name| known(&name)).collect::<Result<Vec<M>, String>>()?;
        if models.is_empty() {
            models = Builtin::MAIN.iter().map(|model| known(model.name())).collect::<Result<Vec<M>, String>>()?;
        }
        Ok(Arguments { programs, seed, models })
    }
}
