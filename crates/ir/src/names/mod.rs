//! Names that a reader of a report can read.
//!
//! C++ mangles the names of what is linked; debug info has the names as written, but with all their template
//! arguments, those included that are never written. Here names are read back ([`demangle`]) and made short
//! ([`shorten`]): allocators and other arguments that have defaults go, `std::basic_string<char, …>` is
//! `std::string`, and what is still long is left out.

mod itanium;

use selvedge_core::unseen::visible_line;

/// Template arguments of more characters than this are left out.
const LONG: usize = 32;

/// Arguments of the standard library that are mostly there by default.
const DEFAULTS: [&str; 7] = [
    "std::allocator<",
    "std::char_traits<",
    "std::less<",
    "std::hash<",
    "std::equal_to<",
    "std::default_delete<",
    "std::integral_constant<",
];

/// What a name at link time says: a name of C++ with its scopes, without parameters. Nothing if it is no such
/// name.
pub fn demangle(mangled: &str) -> Option<String> {
    itanium::read(mangled).map(|said| shorten(&said.name))
}

/// The same, with the types of the parameters, for functions that may be overloaded.
pub fn demangle_whole(mangled: &str) -> Option<String> {
    let said = itanium::read(mangled)?;
    let parameters = said.parameters.map_or(String::new(), |parameters| format!("({})", shorten(&parameters)));
    Some(format!("{}{parameters}", shorten(&said.name)))
}

/// The function that a lambda is in, if this is the name at link time of the code of a lambda.
pub fn scope_of_lambda(mangled: &str) -> Option<String> {
    let said = demangle(mangled)?;
    let (scope, _) = said.strip_suffix("::operator()")?.rsplit_once("::{lambda(")?;
    Some(scope.to_owned())
}

/// How a name at link time is shown: what it says, or itself if that is nothing. LLVM allows everything in
/// names, ends of lines included; what is shown is one line.
pub fn readable(name: &str) -> String {
    visible_line(&demangle(name).unwrap_or_else(|| name.to_owned())).into_owned()
}

/// A name as it is, and what it says in parentheses if that is something else.
pub fn both(name: &str) -> String {
    match demangle_whole(name) {
        Some(said) => visible_line(&format!("{said} ({name})")).into_owned(),
        None => visible_line(name).into_owned(),
    }
}

/// Whether only a compiler or its library may give this name: users of the library have no use for it.
pub fn is_reserved(name: &str) -> bool {
    let mut letters = name.rsplit("::").next().unwrap_or(name).chars();
    letters.next() == Some('_') && letters.next().is_some_and(|second| second == '_' || second.is_ascii_uppercase())
}

/// A name with shorter template arguments.
pub fn shorten(name: &str) -> String {
    if !name.contains('<') {
        return plain(name);
    }
    let mut rest = name;
    let mut out = String::new();
    while !rest.is_empty() {
        // What is called `operator<` has no arguments there.
        if let Some(length) = operator(rest, &out) {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let open = rest.find('<');
        // What may be an operator comes before it.
        let word = open.and_then(|at| rest[..at].match_indices("operator").map(|(at, _)| at).find(|at| *at > 0));
        match open {
            Some(_) if let Some(at) = word => {
                out.push_str(&plain(&rest[..at]));
                rest = &rest[at..];
            }
            Some(at) => {
                let (arguments, after) = split(&rest[at + 1..]);
                out.push_str(&plain(&rest[..at]));
                out.push_str(&brackets(&out, &arguments));
                rest = after;
                if out.ends_with("std::basic_string<char>") {
                    out.truncate(out.len() - "basic_string<char>".len());
                    out.push_str("string");
                }
            }
            None => {
                out.push_str(&plain(rest));
                rest = "";
            }
        }
    }
    out
}

/// How long the name of an operator is with which a text begins, if it does and that is not the end of
/// another name.
fn operator(text: &str, before: &str) -> Option<usize> {
    const SIGNS: [&str; 10] = ["<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<"];
    let rest = text.strip_prefix("operator")?;
    let is_name = before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_');
    let sign = SIGNS.iter().chain(&[">"]).find(|sign| rest.starts_with(**sign)).filter(|_| !is_name);
    Some("operator".len() + sign.map_or(0, |sign| sign.len()))
}

/// The namespaces that libraries keep their versions in are not written in programs.
fn plain(text: &str) -> String {
    text.replace("std::__cxx11::", "std::").replace("std::__1::", "std::")
}

/// The arguments up to the closing bracket, and what comes after it.
fn split(text: &str) -> (Vec<&str>, &str) {
    let (mut arguments, mut begin, mut depth) = (Vec::new(), 0, 0_usize);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' if before == '-' => {}
            '>' if depth == 0 => {
                arguments.push(text[begin..at].trim());
                return (arguments, &text[at + 1..]);
            }
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                arguments.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    arguments.push(text[begin..].trim());
    (arguments, "")
}

/// Template arguments of what comes before them, as they are shown.
fn brackets(of: &str, arguments: &[&str]) -> String {
    let is_std = of.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).next();
    let is_std = is_std.is_some_and(|name| name.starts_with("std::"));
    let mut shown: Vec<String> = Vec::new();
    for (number, argument) in arguments.iter().enumerate() {
        // Each level is shortened once, and arguments that are left out not at all.
        let is_default = number > 0 && is_std && DEFAULTS.iter().any(|it| plain(argument).starts_with(it));
        if !is_default {
            shown.push(if argument.len() > 20 * LONG { "…".to_owned() } else { shorten(argument) });
        }
    }
    let joined = shown.join(", ");
    if joined.chars().count() > LONG { "<…>".to_owned() } else { format!("<{joined}>") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_functions_are_read_back() {
        for (mangled, name) in [
            ("_Z4workv", "work"),
            ("_ZN2ns1S7counterE", "ns::S::counter"),
            ("_ZN3lib8externalIiEET_S1_PKc", "lib::external<int>"),
            ("_ZNSt6localeC1Ev", "std::locale::locale"),
            ("_ZN4bank7AccountD2Ev", "bank::Account::~Account"),
            ("_ZNKSt6vectorIiSaIiEEixEm", "std::vector<int>::operator[]"),
            ("_ZlsRSoRK3Foo", "operator<<"),
            ("_ZN3FoolsIiEERS_T_", "Foo::operator<<<int>"),
            ("_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()"),
            ("_ZN12_GLOBAL__N_13runEPv", "(anonymous namespace)::run"),
            ("_ZTVN10__cxxabiv117__class_type_infoE", "vtable for __cxxabiv1::__class_type_info"),
            ("_ZGVZ3getvE1s", "guard variable for get::s"),
            ("_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE6appendEPKc", "std::string::append"),
            (
                "_ZNSt3mapIiSt6vectorINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESaIS6_EESt4lessIiESaISt4pairIKiS8_EEEixERSB_",
                "std::map<int, std::vector<std::string>>::operator[]",
            ),
            ("_ZNSt13__atomic_baseIiE9fetch_addEiSt12memory_order.part.0", "std::__atomic_base<int>::fetch_add"),
        ] {
            assert_eq!(demangle(mangled).as_deref(), Some(name), "{mangled}");
        }
        assert_eq!(
            demangle_whole("_ZN3lib8externalIiEET_S1_PKc").as_deref(),
            Some("lib::external<int>(int, const char*)")
        );
        assert_eq!(
            demangle_whole("_Z1fPKcS0_KPiRK3Foo").as_deref(),
            Some("f(const char*, const char*, int* const, const Foo&)")
        );
        assert_eq!(demangle_whole("_Z1fPFivEA3_i").as_deref(), Some("f(int (*)(), int [3])"));
    }

    #[test]
    fn names_of_libraries_are_told_by_their_first_letters() {
        let reserved = ["_M_run", "__invoke<…>", "std::__invoke", "_Exit"].map(is_reserved);
        assert_eq!((reserved, ["run", "_run", "std::thread", "operator()"].map(is_reserved)), ([true; 4], [false; 4]));
    }

    #[test]
    fn lambdas_are_in_functions() {
        assert_eq!(scope_of_lambda("_ZZ4mainENKUlvE_clEv").as_deref(), Some("main"));
        assert_eq!(scope_of_lambda("_ZZN3app3runEiENKUliE0_clEi").as_deref(), Some("app::run"));
        assert_eq!(scope_of_lambda("_ZN3FooclEv"), None);
    }

    #[test]
    fn what_is_no_name_of_cpp_stays() {
        for name in
            ["main", "_Z", "_Zx", "_ZN", "_ZN3fooE3", "pthread_create", "", "_ZN99999999999999999999fooE", "_Z1é"]
        {
            assert_eq!(readable(name), *name);
        }
    }

    /// Each of these would take for ever, or all memory, if nothing were limited.
    #[test]
    fn hostile_names_are_left_alone() {
        let deep = format!("_Z1f{}i", "P".repeat(1_000_000));
        assert_eq!(demangle(&deep), None);
        let nested = format!("_Z{}", "1fI".repeat(100_000));
        assert_eq!(demangle(&nested), None);
        // Every type has the one before it twice.
        let mut doubling = "_Z1fI1XIiiE".to_owned();
        for known in 1..30 {
            let digit = char::from_digit(known, 36).expect("a digit").to_ascii_uppercase();
            doubling += &format!("S0_IS{digit}_S{digit}_E");
        }
        assert_eq!(demangle(&(doubling + "Evv")), None);
        let many = format!("_Z1fI{}EvDpT_", "J".repeat(50_000));
        assert_eq!(demangle(&many), None);
    }

    #[test]
    fn long_arguments_are_left_out() {
        let table = "work<app::detail::Table<int, std::vector<std::__cxx11::basic_string<char, std::char_traits<char>, \
                     std::allocator<char> >, std::allocator<std::__cxx11::basic_string<char, std::char_traits<char>, \
                     std::allocator<char> > > > > >";
        assert_eq!(shorten(table), "work<…>");
        assert_eq!(shorten("run<int, long>"), "run<int, long>");
        assert_eq!(shorten("operator<"), "operator<");
        assert_eq!(shorten("A::operator<=><int>"), "A::operator<=><int>");
        assert_eq!(shorten("operator->"), "operator->");
        assert_eq!(shorten("my_operator<int>"), "my_operator<int>");
        assert_eq!(shorten("broken<int"), "broken<int>");
        assert_eq!(shorten("(lambda at x.cpp:3:1)"), "(lambda at x.cpp:3:1)");
    }
}
