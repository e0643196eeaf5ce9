//! Straight code against the definition, on all executions of small programs, with random orderings.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use selvedge_core::execution::{End, Source, ThreadTrace};
use selvedge_core::{Access, Address, Spawn, Step, StepName, ThreadId, ThreadName, Value, Width};

use super::choices::{Coherence, executions};
use super::programs::programs;
use super::straightline::Registers;
use super::{Asked, Execution, Kind, Straightline};
use crate::evaluate::{Evaluator, Frame};
use crate::model::Model;

fn model(name: &str) -> Model {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../models/kat");
    let mut load = |path: &str| std::fs::read_to_string(folder.join(path)).map_err(|error| error.to_string());
    let compiled = crate::compile(&format!("{name}.kat"), &mut load).expect("a readable model");
    compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

/// The execution as one of a program.
fn written_down(small: &Execution) -> selvedge_core::Execution {
    let mut names = Vec::new();
    let mut lengths = vec![0; small.threads()];
    for op in &small.ops {
        let thread = op.thread as usize;
        names.push(StepName { thread, index: lengths[thread] });
        lengths[thread] += 1;
    }
    let spawn = Spawn { entry: 0, argument: Value(0) };
    let trace = |thread: usize| ThreadTrace {
        name: ThreadName(vec![thread as u32]),
        id: ThreadId(thread as u32),
        spawn,
        steps: Vec::new(),
        end: End::Finished(Value(0)),
    };
    let mut threads: Vec<ThreadTrace> = (0..small.threads()).map(trace).collect();
    for (number, op) in small.ops.iter().enumerate() {
        let at = Access { address: Address(u64::from(op.location)), width: Width::W32 };
        let from = small.sources[number].map_or(Source::Init, |write| Source::Step(names[write]));
        let (read, written) = (Value(small.read(number).into()), Value(small.written(number).into()));
        threads[op.thread as usize].steps.push(match op.kind {
            Kind::Read => Step::Read { at, mode: op.mode, value: read, from },
            Kind::Write => Step::Write { at, mode: op.mode, value: written },
            Kind::Update => Step::Update { at, mode: op.mode, read, from, written },
            Kind::Fence => Step::Fence(op.mode),
        });
    }
    let order = |(location, order): (usize, &Vec<usize>)| {
        (Address(location as u64), order.iter().map(|&write| names[write]).collect())
    };
    let coherence: BTreeMap<Address, Vec<StepName>> = small.coherence.iter().enumerate().map(order).collect();
    selvedge_core::Execution { threads, coherence }
}

#[test]
fn straight_code_says_what_the_definition_says() {
    let names = ["sc", "tso", "tso-x86", "pso", "ra", "ra-popl16", "sra", "rc11", "rc11-2017", "c20-std", "jam21"];
    let mut state = 1_u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let models: Vec<Model> = names.iter().map(|name| model(name)).collect();
    let compiled: Vec<Straightline> = models.iter().map(|model| Straightline::new(model, Asked::All)).collect();
    let mut registers = Registers::default();
    let mut counts = vec![[0; 2]; models.len()];
    let kinds = [Kind::Read, Kind::Write, Kind::Fence, Kind::Update];
    for size in 2..=5 {
        let _ = programs::<()>(size, &kinds, &[], &mut |ops| {
            // All programs of up to four operations, some of five.
            if size == 5 && random(30) > 0 {
                return ControlFlow::Continue(());
            }
            let mut ops = ops.to_vec();
            for op in &mut ops {
                op.mode = op.kind.modes()[random(op.kind.modes().len())];
            }
            // Where locations are coherent, the other axioms decide.
            let coherence = if random(4) == 0 { Coherence::Any } else { Coherence::ByLocation };
            executions(&ops, coherence, &mut |execution, bitgraph| {
                if size >= 4 && random(3) > 0 {
                    return ControlFlow::Continue(());
                }
                let frame = Frame::of_execution(&written_down(execution));
                for ((model, straight), counts) in models.iter().zip(&compiled).zip(&mut counts) {
                    let expected = Evaluator::new(model).expect("can be evaluated").forbids(&frame);
                    let found =
                        straight.forbids(bitgraph, &mut registers).map(|check| model.checks[check].name.as_str());
                    assert_eq!(found, expected.map(|failure| failure.name), "{}\n{execution}", model.name);
                    counts[usize::from(found.is_some())] += 1;
                }
                ControlFlow::Continue(())
            })
        });
    }
    assert!(counts.iter().all(|[allowed, forbidden]| *allowed > 700 && *forbidden > 200), "{counts:?}");
}
