//! What the build script's tables of models become: an enum of those with generated checkers, and one of the
//! others.

/// An enum of models, each with a name and a summary.
macro_rules! named {
    ($(#[$what:meta])* $kind:ident { $($model:ident $name:literal $summary:literal;)+ }) => {
        $(#[$what])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $kind {
            $(#[doc = $summary] $model,)+
        }

        impl $kind {
            /// All of them, roughly the strongest first.
            pub const ALL: [$kind; [$($kind::$model),+].len()] = [$($kind::$model),+];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $($kind::$model => $name,)+
                }
            }

            /// One line.
            pub const fn summary(self) -> &'static str {
                match self {
                    $($kind::$model => $summary,)+
                }
            }

            /// Its text.
            pub fn text(self) -> crate::texts::ModelText {
                let named = crate::texts::models().find(|text| text.name == self.name());
                named.expect("invariant: every built-in model is a text")
            }

            /// The model of that name.
            pub fn parse(name: &str) -> Option<$kind> {
                $kind::ALL.into_iter().find(|model| model.name() == name)
            }
        }
    };
}

/// The models with generated checkers. Some have a search of their own, the others share one.
macro_rules! builtin {
    ($($model:ident $name:literal $summary:literal $search:ident;)+) => {
        crate::tables::named! {
            /// A built-in model with a checker that is generated from its text.
            Builtin { $($model $name $summary;)+ }
        }

        impl Builtin {
            /// Does something with the model. Some models have code of their own for what is done, the others
            /// share one copy: compiling it for each would take too long.
            pub fn with<V: crate::Visit>(self, visit: V) -> V::Out {
                match self {
                    $(Builtin::$model => crate::tables::visit!($search visit $model),)+
                }
            }
        }

        crate::tables::shared! { [] $($model $search)+ }
    };
}

/// A visit to a model, on its own or as one of [`Shared`](crate::Shared).
macro_rules! visit {
    (own $visit:ident $model:ident) => {
        $visit.visit($model::default())
    };
    (shared $visit:ident $model:ident) => {
        $visit.visit(Shared::$model($model::default()))
    };
}

/// Picks the models that share a search, and makes one type of them.
macro_rules! shared {
    ([$($found:ident)*] $model:ident own $($rest:tt)*) => {
        crate::tables::shared! { [$($found)*] $($rest)* }
    };
    ([$($found:ident)*] $model:ident shared $($rest:tt)*) => {
        crate::tables::shared! { [$($found)* $model] $($rest)* }
    };
    ([$($found:ident)+]) => {
        /// One of several models, so that the search is compiled for them once.
        #[derive(Clone, Debug)]
        #[expect(missing_docs, reason = "the names are those of the models")]
        pub enum Shared {
            $($found($found),)+
        }

        crate::one_of::one_of!(Shared: $($found),+);
    };
}

/// The models with checkers that are written by hand.
macro_rules! by_hand {
    ($($model:ident $name:literal $summary:literal $licences:expr;)+) => {
        crate::tables::named! {
            /// A built-in model with a checker that is written by hand.
            ByHand { $($model $name $summary;)+ }
        }

        impl ByHand {
            /// What its text says that the search may rely on.
            pub fn licences(self) -> selvedge_core::Licences {
                use selvedge_core::{Licence, Licences};
                match self {
                    $(ByHand::$model => $licences,)+
                }
            }
        }
    };
}

pub(crate) use {builtin, by_hand, named, shared, visit};
