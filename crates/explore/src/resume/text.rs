//! Text forms of what a checkpoint keeps. What is read may come from anywhere: nothing here is taken for
//! granted.

use std::sync::Arc;

use selvedge_core::graph::Manner;
use selvedge_core::{Access, Address, Site, Width};

/// A place in the source.
pub(crate) fn site(site: &Site) -> String {
    format!("{} {} {}\n{}", site.line, site.column, site.file, site.text)
}

pub(crate) fn to_site(text: &str) -> Option<Site> {
    let (place, text) = text.split_once('\n')?;
    let (line, place) = place.split_once(' ')?;
    let (column, file) = place.split_once(' ')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    Some(Site { file: Arc::from(file), line, column, text: Arc::from(text) })
}

/// An access.
pub(crate) fn access(at: &Access) -> String {
    format!("{} {}", at.address.0, at.width.bits())
}

pub(crate) fn to_access(address: u64, bits: u64) -> Option<Access> {
    let widths = [Width::W8, Width::W16, Width::W32, Width::W64, Width::W128];
    let width = widths.into_iter().find(|width| u64::from(width.bits()) == bits)?;
    Some(Access { address: Address(address), width })
}

/// The name of how bytes are accessed.
pub(crate) fn manner(manner: Manner) -> &'static str {
    match manner {
        Manner::Plain => "plain",
        Manner::Cut => "cut",
        Manner::Atomic => "atomic",
    }
}

pub(crate) fn to_manner(name: &str) -> Option<Manner> {
    [Manner::Plain, Manner::Cut, Manner::Atomic].into_iter().find(|&known| manner(known) == name)
}

/// A number of something of which there are not many.
pub(crate) fn small(number: u64) -> Option<u32> {
    u32::try_from(number).ok()
}

/// A number that is not negative, nor infinite.
pub(crate) fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}
