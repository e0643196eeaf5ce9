//! A model back to text. What is read again is the same model.

use std::fmt::Write;

use crate::ast::{
    Assumption, Binder, Check, Compare, Comparison, Definition, Export, Expr, ExprKind, File, Item, ItemKind, Name,
    Postfix, Text,
};

/// The file as text, one statement per line.
pub fn print(file: &File) -> String {
    file.items.iter().map(|item| self::item(item) + "\n").collect()
}

/// The statement as text.
pub fn item(item: &Item) -> String {
    match &item.kind {
        ItemKind::Include(file) => format!("include \"{}\"", file.text),
        ItemKind::Relation(name, accessor) => format!("relation {}{}", self::name(name), self::accessor(accessor)),
        ItemKind::Predicate(name, accessor) => format!("predicate {}{}", self::name(name), self::accessor(accessor)),
        ItemKind::Disjoint(names) => format!("disjoint {}", names.iter().map(name).collect::<Vec<_>>().join(" # ")),
        ItemKind::Define { binder, recursive, definitions } => {
            let binder = match binder {
                Binder::Let => "let",
                Binder::View => "view",
            };
            let rec = if *recursive { " rec" } else { "" };
            let definitions: Vec<String> = definitions.iter().map(definition).collect();
            format!("{binder}{rec} {}", definitions.join("\n  and "))
        }
        ItemKind::Set(set) => format!("set {}", definition(set)),
        ItemKind::Assume(Assumption::Compare(comparison)) => format!("assume {}", self::comparison(comparison)),
        ItemKind::Assume(Assumption::Total(relation)) => format!("assume total {}", expr(relation)),
        ItemKind::Assert(comparison) => format!("assert {}", self::comparison(comparison)),
        ItemKind::Export(export) => self::export(export),
        ItemKind::Licence(name, by) => {
            let by = by.as_ref().map_or(String::new(), |by| format!(" by \"{}\"", by.text));
            format!("licence {}{by}", self::name(name))
        }
    }
}

/// The expression as text.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr, Level::Union);
    out
}

/// How tightly an operator binds, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Union,
    Intersection,
    Sequence,
    Postfix,
    Rot,
    Atom,
}

fn name(name: &Name) -> String {
    match &name.file {
        Some(file) => format!("{file}::{}", name.text),
        None => name.text.clone(),
    }
}

fn accessor(accessor: &Option<Text>) -> String {
    accessor.as_ref().map_or(String::new(), |text| format!(" (genmc: \"{}\")", text.text))
}

fn definition(definition: &Definition) -> String {
    format!("{} = {}", name(&definition.name), expr(&definition.body))
}

fn comparison(comparison: &Comparison) -> String {
    let operator = match comparison.operator {
        Compare::Included => "<=",
        Compare::Equal => "=",
    };
    format!("{} {operator} {}", expr(&comparison.left), expr(&comparison.right))
}

fn export(export: &Export) -> String {
    let mut out = String::from("export ");
    if let Some(extra) = &export.extra {
        let _ = write!(out, "extra {} ", name(extra));
    }
    out.push_str(&match &export.check {
        Check::Acyclic(relation) => format!("acyclic {}", expr(relation)),
        Check::Irreflexive(relation) => format!("irreflexive {}", expr(relation)),
        Check::Empty(relation) => format!("empty {}", expr(relation)),
        Check::Coherence(view) => format!("coherence {}", expr(view)),
        Check::Error(error) => format!("error {}", name(error)),
        Check::Warning(warning) => format!("warning {}", name(warning)),
        Check::Compare(comparison) => self::comparison(comparison),
    });
    if let Some(as_name) = &export.name {
        let _ = write!(out, " as {}", name(as_name));
    }
    if let Some(unless) = &export.unless {
        let _ = write!(out, " unless {}", comparison(unless));
    }
    if export.when_complete {
        out.push_str(" when complete");
    }
    out.push_str(&accessor(&export.accessor));
    out
}

fn write_expr(out: &mut String, expr: &Expr, least: Level) {
    let level = match &expr.kind {
        ExprKind::Union(_) => Level::Union,
        ExprKind::Intersection(..) | ExprKind::Difference(..) => Level::Intersection,
        ExprKind::Sequence(_) => Level::Sequence,
        ExprKind::Postfix(..) => Level::Postfix,
        ExprKind::Rot(_) => Level::Rot,
        _ => Level::Atom,
    };
    let enclosed = level < least;
    if enclosed {
        out.push('(');
    }
    match &expr.kind {
        ExprKind::Zero => out.push('0'),
        ExprKind::Id => out.push_str("id"),
        ExprKind::Name(name) => out.push_str(&self::name(name)),
        ExprKind::Brackets(inner) => {
            out.push('[');
            write_expr(out, inner, Level::Union);
            out.push(']');
        }
        ExprKind::Union(parts) => write_list(out, parts, " | ", Level::Intersection),
        ExprKind::Sequence(parts) => write_list(out, parts, ";", Level::Postfix),
        ExprKind::Intersection(left, right) => write_pair(out, left, " & ", right),
        ExprKind::Difference(left, right) => write_pair(out, left, " \\ ", right),
        ExprKind::Postfix(inner, operator) => {
            write_expr(out, inner, Level::Postfix);
            out.push_str(match operator {
                Postfix::Star => "*",
                Postfix::Plus => "+",
                Postfix::Optional => "?",
                Postfix::Inverse => "^-1",
                Postfix::Symmetric => "^=",
            });
        }
        ExprKind::Rot(inner) => {
            out.push_str("rot ");
            write_expr(out, inner, Level::Rot);
        }
        ExprKind::Domain(inner) => write_call(out, "dom", inner),
        ExprKind::Codomain(inner) => write_call(out, "codom", inner),
        ExprKind::Missing => out.push('0'),
    }
    if enclosed {
        out.push(')');
    }
}

fn write_list(out: &mut String, parts: &[Expr], separator: &str, level: Level) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(separator);
        }
        write_expr(out, part, level);
    }
}

/// `&` and `\` associate to the left.
fn write_pair(out: &mut String, left: &Expr, operator: &str, right: &Expr) {
    write_expr(out, left, Level::Intersection);
    out.push_str(operator);
    write_expr(out, right, Level::Sequence);
}

fn write_call(out: &mut String, function: &str, inner: &Expr) {
    out.push_str(function);
    out.push('(');
    write_expr(out, inner, Level::Union);
    out.push(')');
}
