//! An execution as a graph in the language of Graphviz: a cluster per thread, an edge per relation.

use std::fmt::Write;

use selvedge_core::StepName;
use selvedge_core::unseen::visible;

use crate::scene::Scene;
use crate::story::{Ending, Standing};
use crate::svg::caption;

/// The graph.
pub fn graph(scene: &Scene, title: &str) -> String {
    let story = &scene.story;
    let mut out = format!(
        "digraph execution {{\n  label={};\n  labelloc=t;\n  fontname=\"sans-serif\";\n  \
         node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11];\n  edge [fontname=\"sans-serif\", fontsize=10];\n",
        quoted(title)
    );
    for (thread, name) in story.threads.iter().enumerate() {
        let _ = writeln!(out, "  subgraph cluster_{thread} {{\n    label={};\n    color=gray;", quoted(name));
        let mut before: Option<StepName> = None;
        for told in story.steps.iter().filter(|told| told.name.thread == thread) {
            let (text, ordering) = caption(told);
            let line = told.site.as_ref().map_or(String::new(), |site| format!("  ({}:{})", site.file, site.line));
            let label = format!("{text} {ordering}{line}");
            let style = if scene.marked.contains(&told.name) { ", color=red, penwidth=2" } else { "" };
            let _ = writeln!(out, "    {} [label={}{style}];", node(told.name), quoted(label.trim_end()));
            if let Some(before) = before {
                let _ = writeln!(out, "    {} -> {} [color=gray, arrowhead=none];", node(before), node(told.name));
            }
            before = Some(told.name);
        }
        let ends = |ending: &Ending| !matches!(ending.standing, Standing::Running);
        for (_, ending) in story.endings.iter().filter(|(other, ending)| *other == thread && ends(ending)) {
            let _ =
                writeln!(out, "    end_{thread} [label={}, shape=plaintext, fontcolor=gray40];", quoted(&ending.text));
            if let Some(before) = before {
                let _ = writeln!(out, "    {} -> end_{thread} [color=gray, style=dotted];", node(before));
            }
        }
        out.push_str("  }\n");
    }
    // Labels that take part in the layout are too much for it.
    let relations = &scene.relations;
    let kinds = [
        ("rf", "darkgreen", "solid", &relations.rf),
        ("co", "chocolate", "dashed", &relations.co),
        ("fr", "purple", "dotted", &relations.fr),
        ("sw", "darkcyan", "bold", &relations.sw),
    ];
    for (kind, colour, style, edges) in kinds {
        for (a, b) in edges {
            let _ = writeln!(
                out,
                "  {} -> {} [xlabel={kind}, color={colour}, fontcolor={colour}, style={style}, constraint=false];",
                node(*a),
                node(*b)
            );
        }
    }
    let conflicts = scene.conflicts.iter().map(|(edge, label)| (edge, *label));
    for ((a, b), label) in conflicts.chain(scene.circle.iter().map(|(edge, label)| (edge, label.as_str()))) {
        let _ = writeln!(
            out,
            "  {} -> {} [xlabel={}, color=red, fontcolor=red, penwidth=2, constraint=false];",
            node(*a),
            node(*b),
            quoted(label)
        );
    }
    out.push_str("}\n");
    out
}

fn node(name: StepName) -> String {
    format!("s{}_{}", name.thread, name.index)
}

/// A string of the language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", visible(text).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ c"), "\"a \\\"b\\\" \\\\ c\"");
    }
}
