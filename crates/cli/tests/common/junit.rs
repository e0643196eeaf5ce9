//! The rules of the schema for Apache Ant's JUnit tasks, as far as they can be broken: which elements may be
//! where, how often and in which order, which attributes they have, and what is in these. And as much of an
//! XML parser as that takes.

/// An element.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
    pub text: String,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The first element of the name inside of this one, at any depth.
    pub fn find(&self, name: &str) -> Option<&Element> {
        self.children.iter().find_map(|child| if child.name == name { Some(child) } else { child.find(name) })
    }
}

/// The root of a document; panics if it is not well-formed.
pub fn parse(xml: &str) -> Element {
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").expect("a declaration");
    let mut open = vec![Element::default()];
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("tags end");
        assert!(!text.contains('>'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().expect("something is open");
            assert_eq!(closed.name, name);
            open.last_mut().expect("the root").children.push(closed);
        } else {
            let (inner, empty) = tag.strip_suffix('/').map_or((tag, false), |inner| (inner, true));
            let (name, rest) = inner.split_once(' ').unwrap_or((inner, ""));
            let element = Element { name: name.to_owned(), attributes: attributes(rest), ..Element::default() };
            if empty {
                open.last_mut().expect("the root").children.push(element);
            } else {
                open.push(element);
            }
        }
        open.last_mut().expect("the root").text.push_str(&unescape(text));
    }
    assert_eq!(open.len(), 1, "something is still open");
    let mut roots = open.remove(0).children;
    assert_eq!(roots.len(), 1);
    roots.remove(0)
}

fn attributes(mut rest: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (name, after) = rest.trim_start().split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("the value ends");
        assert!(found.iter().all(|(other, _)| other != name), "{name} twice");
        found.push((name.to_owned(), unescape(value)));
        rest = after;
    }
    found
}

fn unescape(text: &str) -> String {
    let bare = text.replace("&lt;", "").replace("&gt;", "").replace("&quot;", "").replace("&amp;", "");
    assert!(!bare.contains('&'), "{text}");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// What the schema objects to.
pub fn errors(root: &Element) -> Vec<String> {
    let mut wrong = Vec::new();
    expect(root, &[], &[], &mut wrong);
    if root.name != "testsuites" || root.children.iter().any(|child| child.name != "testsuite") {
        wrong.push("the root is testsuites, and has testsuite elements".to_owned());
    }
    for (number, suite) in root.children.iter().enumerate() {
        let required =
            ["name", "package", "id", "timestamp", "hostname", "tests", "failures", "errors", "time"].as_slice();
        expect(suite, required, &["skipped"], &mut wrong);
        let is = |name: &str, right: fn(&str) -> bool| suite.attribute(name).is_some_and(right);
        let counts = ["id", "tests", "failures", "errors"];
        if !counts.iter().all(|name| is(name, |text| text.parse::<u32>().is_ok())) || !is("time", decimal) {
            wrong.push("numbers".to_owned());
        }
        if suite.attribute("id") != Some(number.to_string().as_str()) {
            wrong.push("suites are counted from 0".to_owned());
        }
        if !is("timestamp", moment) || !is("name", token) || !is("package", token) || !is("hostname", token) {
            wrong.push("a time without zone, and names".to_owned());
        }
        let names: Vec<&str> = suite.children.iter().map(|child| child.name.as_str()).collect();
        let cases = names.len().saturating_sub(3);
        let order = ["properties"].into_iter().chain(std::iter::repeat_n("testcase", cases));
        if names != order.chain(["system-out", "system-err"]).collect::<Vec<_>>() {
            wrong.push(format!("properties, test cases, system-out, system-err; not {names:?}"));
        }
        for child in &suite.children {
            match child.name.as_str() {
                "properties" => {
                    expect(child, &[], &[], &mut wrong);
                    for property in &child.children {
                        expect(property, &["name", "value"], &[], &mut wrong);
                        if property.name != "property" || !property.children.is_empty() {
                            wrong.push(format!("{} is no property", property.name));
                        }
                    }
                }
                "testcase" => case(child, &mut wrong),
                _ => {
                    expect(child, &[], &[], &mut wrong);
                    wrong.extend(child.children.first().map(|inner| format!("{} in {}", inner.name, child.name)));
                }
            }
        }
    }
    wrong
}

fn case(case: &Element, wrong: &mut Vec<String>) {
    expect(case, &["name", "classname", "time"], &[], wrong);
    let is = |name: &str, right: fn(&str) -> bool| case.attribute(name).is_some_and(right);
    if !is("name", token) || !is("classname", token) || !is("time", decimal) {
        wrong.push("a test case has names and a time".to_owned());
    }
    if case.children.len() > 1 {
        wrong.push("a test case has one result".to_owned());
    }
    for result in &case.children {
        expect(result, &["type"], &["message"], wrong);
        if !["failure", "error"].contains(&result.name.as_str()) || !result.children.is_empty() {
            wrong.push(format!("{} in a test case", result.name));
        }
    }
}

/// All attributes of the first list and none that is in neither; text only where there are no elements and it
/// belongs.
fn expect(element: &Element, required: &[&str], optional: &[&str], wrong: &mut Vec<String>) {
    for name in required.iter().filter(|name| element.attribute(name).is_none()) {
        wrong.push(format!("{} has no {name}", element.name));
    }
    for (name, _) in &element.attributes {
        if !required.contains(&name.as_str()) && !optional.contains(&name.as_str()) {
            wrong.push(format!("{} has {name}", element.name));
        }
    }
    let speaks = ["failure", "error", "system-out", "system-err"].contains(&element.name.as_str());
    if !speaks && !element.text.trim().is_empty() {
        wrong.push(format!("text in {}: {}", element.name, element.text));
    }
}

fn decimal(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.') && text.parse::<f64>().is_ok()
}

fn token(text: &str) -> bool {
    !text.is_empty() && text.split(' ').all(|word| !word.is_empty()) && !text.contains(['\n', '\t'])
}

/// `2026-01-31T12:00:00`.
fn moment(text: &str) -> bool {
    let shape = text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
    shape == "0000-00-00T00:00:00"
}
