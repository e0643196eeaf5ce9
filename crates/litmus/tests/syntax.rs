//! What each construct is read as.

use selvedge_core::{FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, WriteOrdering};
use selvedge_litmus::ast::{
    BinaryOp, Condition, Expr, Init, Name, Observable, Operand, ParamKind, Prop, Quantifier, Stmt, StmtKind, Test,
    UnaryOp,
};
use selvedge_litmus::{Diagnostic, Litmus, parse};

fn read(text: &str) -> Litmus {
    parse("test.litmus", text).unwrap_or_else(|errors| panic!("{}\n{text}", show(&errors, text)))
}

fn show(errors: &[Diagnostic], text: &str) -> String {
    errors.iter().map(|error| error.render("test.litmus", text)).collect::<Vec<_>>().join("\n")
}

/// The statements of a thread that has locations `x` (atomic) and `p` (plain) and registers `a`, `b`.
fn body(text: &str) -> Vec<StmtKind> {
    let text = format!("C t {{ 0:a = 0; 0:b = 0; }} P0 (atomic_int* x, int* p) {{ {text} }} P1 () {{}}");
    read(&text).test().threads[0].body.iter().map(|stmt| stmt.kind.clone()).collect()
}

fn statement(text: &str) -> StmtKind {
    let mut body = body(text);
    assert_eq!(body.len(), 1, "{body:?}");
    body.remove(0)
}

/// The expression in `a = …;`, written with all its parentheses.
fn expression(text: &str) -> Expr {
    match statement(&format!("a = {text};")) {
        StmtKind::Assign { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

fn local(name: &str) -> Expr {
    Expr::Local(Name::from(name))
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}

#[test]
fn header() {
    let test = read("(* first *) C 2+2W.x-y // second\n\"what\nit is\"\nCycle=Rfe Fre\nCom = x\n{} P0 () {}");
    assert_eq!(test.name(), "2+2W.x-y");
    assert_eq!(test.test().description.as_deref(), Some("what\nit is"));
    let expected = read("C t \"d\"\n(* expect rc11: anything (* nested *) *)\n{} P0 () {}");
    assert_eq!(expected.test().description.as_deref(), Some("d"));
}

#[test]
fn initial_state() {
    let text =
        "C t { x = 1; int y = -2; atomic_int z; [w]=0xff; 0:r = 3; P0:s=4; volatile int v = 0xffffffff } P0() {}";
    let location = |name: &str, value| Init { target: Observable::Location(Name::from(name)), value };
    let register = |name: &str, value| Init { target: Observable::Register { thread: 0, name: name.into() }, value };
    assert_eq!(
        read(text).test().init,
        [
            location("x", 1),
            location("y", -2),
            location("z", 0),
            location("w", 255),
            register("r", 3),
            register("s", 4),
            location("v", -1),
        ]
    );
}

#[test]
fn parameters() {
    let text =
        "C t {} P0 (atomic_int* x, atomic_int *y, int* z, volatile int* w, _Atomic int* v, volatile atomic_int *u) {}";
    let kinds: Vec<ParamKind> = read(text).test().threads[0].params.iter().map(|param| param.kind).collect();
    use ParamKind::{Atomic, Plain};
    assert_eq!(kinds, [Atomic, Atomic, Plain, Plain, Atomic, Atomic]);
}

#[test]
fn loads_and_stores() {
    let store = |at: &str, value, ordering| StmtKind::Store { at: at.into(), value, ordering };
    assert_eq!(statement("atomic_store(x, 1);"), store("x", Expr::Const(1), WriteOrdering::SeqCst));
    assert_eq!(
        statement("atomic_store_explicit(x, a, memory_order_release);"),
        store("x", local("a"), WriteOrdering::Release)
    );
    assert_eq!(statement("*p = 1;"), store("p", Expr::Const(1), WriteOrdering::Plain));
    let load = |at: &str, ordering| Expr::Load { at: at.into(), ordering };
    assert_eq!(expression("atomic_load(x)"), load("x", ReadOrdering::SeqCst));
    assert_eq!(expression("atomic_load_explicit(x, memory_order_relaxed)"), load("x", ReadOrdering::Relaxed));
    assert_eq!(expression("atomic_load_explicit(x, memory_order_consume)"), load("x", ReadOrdering::Acquire));
    assert_eq!(expression("*p"), load("p", ReadOrdering::Plain));
}

#[test]
fn read_modify_writes() {
    for (name, op) in [
        ("exchange", RmwOp::Exchange),
        ("fetch_add", RmwOp::Add),
        ("fetch_sub", RmwOp::Sub),
        ("fetch_or", RmwOp::Or),
        ("fetch_and", RmwOp::And),
        ("fetch_xor", RmwOp::Xor),
    ] {
        let rmw = |ordering| Expr::Rmw { at: "x".into(), op, operand: Box::new(Expr::Const(2)), ordering };
        assert_eq!(expression(&format!("atomic_{name}(x, 2)")), rmw(RmwOrdering::SeqCst));
        let explicit = format!("atomic_{name}_explicit(x, 2, memory_order_acq_rel)");
        assert_eq!(expression(&explicit), rmw(RmwOrdering::AcqRel));
        assert_eq!(statement(&format!("{explicit};")), StmtKind::Call(rmw(RmwOrdering::AcqRel)));
    }
    let exchange = |success, failure, weak| Expr::CompareExchange {
        at: "x".into(),
        expected: "a".into(),
        desired: Box::new(Expr::Const(7)),
        success,
        failure,
        weak,
    };
    assert_eq!(
        expression("atomic_compare_exchange_strong(x, &a, 7)"),
        exchange(RmwOrdering::SeqCst, ReadOrdering::SeqCst, false)
    );
    assert_eq!(
        expression("atomic_compare_exchange_weak_explicit(x, &a, 7, memory_order_release, memory_order_acquire)"),
        exchange(RmwOrdering::Release, ReadOrdering::Acquire, true)
    );
}

#[test]
fn fences_and_extensions() {
    assert_eq!(statement("atomic_thread_fence(memory_order_relaxed);"), StmtKind::Fence(None));
    assert_eq!(statement("atomic_thread_fence(memory_order_acq_rel);"), StmtKind::Fence(Some(FenceOrdering::AcqRel)));
    assert_eq!(statement("assume(a);"), StmtKind::Assume(local("a")));
    assert_eq!(statement("__VERIFIER_assume(a);"), StmtKind::Assume(local("a")));
    assert_eq!(statement("assert(a);"), StmtKind::Assert(local("a")));
    assert_eq!(statement("join(a);"), StmtKind::Join(local("a")));
    assert_eq!(expression("spawn(P1)"), Expr::Spawn("P1".into()));
}

#[test]
fn declarations_and_blocks() {
    let declare = |name: &str, value| StmtKind::Declare { name: name.into(), value };
    assert_eq!(
        body("int c, d = 5; { ; int e; }"),
        [declare("c", None), declare("d", Some(Expr::Const(5))), declare("e", None),]
    );
}

#[test]
fn conditionals() {
    let set = |value| Stmt::from(StmtKind::Assign { name: "a".into(), value: Expr::Const(value) });
    let branch = |condition: &str, then, otherwise| StmtKind::If { condition: local(condition), then, otherwise };
    assert_eq!(statement("if (a) a = 1;"), branch("a", vec![set(1)], vec![]));
    assert_eq!(statement("if (a) { a = 1; a = 2; } else a = 3;"), branch("a", vec![set(1), set(2)], vec![set(3)]));
    let inner = branch("b", vec![set(2)], vec![set(3)]);
    let chain = branch("a", vec![set(1)], vec![inner.clone().into()]);
    assert_eq!(statement("if (a) a = 1; else if (b) a = 2; else a = 3;"), chain);
    assert_eq!(statement("if (a) { a = 1; } else { if (b) { a = 2; } else { a = 3; } }"), chain);
    // An `else` belongs to the nearest `if`.
    assert_eq!(statement("if (a) if (b) a = 2; else a = 3;"), branch("a", vec![inner.into()], vec![]));
}

#[test]
fn operators_bind_as_in_c() {
    use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Eq, Lt, Mul, Or, Sub};
    let (a, b) = (|| local("a"), || local("b"));
    assert_eq!(expression("a + b * a"), binary(Add, a(), binary(Mul, b(), a())));
    assert_eq!(expression("a - b - a"), binary(Sub, binary(Sub, a(), b()), a()));
    assert_eq!(expression("a - (b - a)"), binary(Sub, a(), binary(Sub, b(), a())));
    assert_eq!(expression("a || b && a"), binary(Or, a(), binary(And, b(), a())));
    assert_eq!(expression("a | b ^ a & b"), binary(BitOr, a(), binary(BitXor, b(), binary(BitAnd, a(), b()))));
    assert_eq!(expression("a & b == a < b"), binary(BitAnd, a(), binary(Eq, b(), binary(Lt, a(), b()))));
    assert_eq!(expression("-1"), Expr::Const(-1));
    assert_eq!(expression("-2147483648"), Expr::Const(i32::MIN));
    assert_eq!(expression("-(1)"), Expr::Unary(UnaryOp::Neg, Box::new(Expr::Const(1))));
    assert_eq!(expression("!a + ~b"), {
        let not = Expr::Unary(UnaryOp::Not, Box::new(a()));
        binary(Add, not, Expr::Unary(UnaryOp::BitNot, Box::new(b())))
    });
    assert_eq!(expression("a * *p"), {
        binary(Mul, a(), Expr::Load { at: "p".into(), ordering: ReadOrdering::Plain })
    });
}

fn condition(text: &str) -> Condition {
    let text = format!("C t {{ x = 0; 0:r = 0; 1:r = 0; }} P0 () {{}} P1 () {{}} locations [x; 0:r] {text}");
    read(&text).test().condition.clone().expect("a condition")
}

#[test]
fn conditions() {
    let r = |thread| Observable::Register { thread, name: "r".into() };
    let x = || Observable::Location("x".into());
    let compare = |left, equal, value| Prop::Compare { left, equal, right: Operand::Const(value) };
    let (p, q) = (|| compare(r(0), true, 1), || compare(x(), false, -2));
    let exists = |prop| Condition { quantifier: Quantifier::Exists, prop };
    assert_eq!(condition("exists (0:r=1)"), exists(p()));
    assert_eq!(condition("exists 0:r == 1 /\\ x <> -2"), exists(Prop::And(vec![p(), q()])));
    assert_eq!(condition("exists (P0:r=1 \\/ [x]!=-2 /\\ 0:r=1)"), {
        exists(Prop::Or(vec![p(), Prop::And(vec![q(), p()])]))
    });
    assert_eq!(condition("exists ((0:r=1 \\/ x<>-2) /\\ true)"), {
        exists(Prop::And(vec![Prop::Or(vec![p(), q()]), Prop::And(vec![])]))
    });
    assert_eq!(condition("exists (~0:r=1 \\/ not (x<>-2) \\/ false)"), {
        let not = |prop| Prop::Not(Box::new(prop));
        exists(Prop::Or(vec![not(p()), not(q()), Prop::Or(vec![])]))
    });
    assert_eq!(condition("exists (0:r=1:r)"), {
        exists(Prop::Compare { left: r(0), equal: true, right: Operand::Observed(r(1)) })
    });
    assert_eq!(condition("~exists (0:r=1)").quantifier, Quantifier::NotExists);
    assert_eq!(condition("~ (* comment *) exists (0:r=1)").quantifier, Quantifier::NotExists);
    assert_eq!(condition("not exists (0:r=1)").quantifier, Quantifier::NotExists);
    assert_eq!(condition("forall (0:r=1)").quantifier, Quantifier::Forall);
}

/// Reading what is printed gives the tree that was printed.
fn assert_law(test: &Test) {
    let printed = test.to_string();
    assert_eq!(read(&printed).test(), test, "\n{printed}");
    assert_eq!(Litmus::from_ast(test).expect("it was just read").text(), printed);
}

#[test]
fn printing_and_reading_are_inverse_on_expressions() {
    let leaves = [
        Expr::Const(1),
        Expr::Const(-1),
        Expr::Const(i32::MIN),
        local("a"),
        Expr::Load { at: "p".into(), ordering: ReadOrdering::Plain },
    ];
    let unary = |operand: &Expr| {
        [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not].map(|op| Expr::Unary(op, Box::new(operand.clone())))
    };
    let small: Vec<Expr> = leaves.iter().flat_map(unary).chain(leaves.clone()).collect();
    let mut all = Vec::new();
    for op in BinaryOp::ALL {
        for inner in BinaryOp::ALL {
            let nested = binary(inner, local("a"), Expr::Load { at: "p".into(), ordering: ReadOrdering::Plain });
            let mirrored = binary(inner, Expr::Load { at: "p".into(), ordering: ReadOrdering::Plain }, local("b"));
            all.push(binary(op, nested.clone(), mirrored.clone()));
            all.push(binary(op, mirrored.clone(), Expr::Unary(UnaryOp::Neg, Box::new(nested))));
            all.push(Expr::Unary(UnaryOp::Not, Box::new(binary(op, mirrored, Expr::Const(-3)))));
        }
    }
    for left in &small {
        all.extend(unary(left));
        all.extend(small.iter().map(|right| binary(BinaryOp::Sub, left.clone(), right.clone())));
    }
    for expr in all {
        for kind in [StmtKind::Assume(expr.clone()), StmtKind::Assign { name: "a".into(), value: expr }] {
            let printed = format!("{};", Stmt::from(kind.clone()));
            assert_eq!(statement(&printed), kind, "{printed}");
        }
    }
}

#[test]
fn printing_and_reading_are_inverse_on_tests() {
    let texts = [
        "C a {} P0 () {}",
        "C a.b+c \"say\" { x = 1; [y] = -1; 0:r = 2; 1:s = 3; }
         P0 (int* x) { *x = *x; if (*x) { } } P1 () {} locations [x; 1:s;]",
        "C d {} P0 (atomic_int* x, int* y) {
           int r; int e = 1;
           if (*y == 1 && (*x || !r)) { r = 1; } else if (r - (1 - e)) { r = 2; } else { r = 3; int q; }
           r = atomic_compare_exchange_weak(x, &e, r + 1);
           atomic_exchange(x, -(-1)); atomic_thread_fence(memory_order_relaxed);
           assume(*x); assert(-r == - -1); int t = spawn(P1); join(t);
         }
         P1 () {} locations [y; 0:t;]
         ~exists (~(0:r=1 /\\ 0:e=2) \\/ ([x]=0:r /\\ (true \\/ ~false)) \\/ 0:t<>-1)",
        "C e {} P0 () { int r; } forall (~~0:r=1 /\\ (0:r=1 /\\ (0:r=2 /\\ 0:r=3)) /\\ ((0:r=4 \\/ 0:r=5) \\/ 0:r=6))",
    ];
    for text in texts {
        assert_law(read(text).test());
    }
}
