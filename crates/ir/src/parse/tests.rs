//! Types, constants and instructions, one at a time.

use crate::nodes::*;
use crate::read;

fn module(text: &str) -> Module {
    read("t.ll", text).unwrap_or_else(|error| panic!("{error}"))
}

/// The type and initial value of `@x`.
fn global(text: &str) -> (Type, Constant) {
    let m = module(text);
    let Some(Symbol::Global(id)) = m.symbol("x") else { panic!("no @x") };
    (m.global(id).ty.clone(), m.initializer(id).unwrap().unwrap().clone())
}

fn ty(text: &str) -> String {
    global(&format!("%s = type {{ i32 }}\n@x = global {text} zeroinitializer")).0.to_string()
}

fn constant(text: &str) -> Constant {
    global(&format!("@g = external global i32\ndeclare void @f()\n@x = global {text}, align 4")).1
}

/// The instructions of a function with `%a: i32`, `%p: ptr` and blocks `b`, `c`.
fn body(inst: &str) -> Result<Vec<InstKind>, ReadError> {
    let text = format!(
        "declare i32 @g(i32, ...)\ndefine void @f(i32 %a, ptr %p) {{\n br label %b\nb:\n {inst}\n br label %c\nc:\n ret void\n}}"
    );
    let m = module(&text);
    let f = m.function_named("f").unwrap();
    let body = m.body(f)?;
    Ok(body.block(BlockId(1)).map(|(_, i)| i.kind.clone()).collect())
}

fn inst(text: &str) -> InstKind {
    body(text).unwrap_or_else(|error| panic!("{text}: {error}")).remove(0)
}

fn unsupported(text: &str) -> String {
    match inst(text) {
        InstKind::Unsupported(u) => u.what.clone(),
        other => panic!("{other:?}"),
    }
}

const A: Operand = Operand::Local(ValueId(0));
const P: Operand = Operand::Local(ValueId(1));

#[test]
fn types() {
    assert_eq!(ty("i128"), "i128");
    assert_eq!(ty("[4 x { i8, <2 x float>, %s }]"), "[4 x { i8, <2 x float>, %#0 }]");
    assert_eq!(ty("<{ x86_fp80, fp128 }>"), "<{ x86_fp80, fp128 }>");
    assert_eq!(ty("i32 (i8*, ...)**"), "ptr");
    assert_eq!(ty("%s* addrspace(3)*"), "ptr addrspace(3)");
    assert_eq!(ty("ptr addrspace(1)"), "ptr addrspace(1)");
    assert_eq!(ty("{}"), "{  }");
    assert!(read("t.ll", "@x = global %undefined zeroinitializer").is_err());
    assert!(
        read("t.ll", format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(5000), "]".repeat(5000))).is_err()
    );
}

#[test]
fn integers_and_floats() {
    assert_eq!(constant("i8 -1"), Constant::Int(255));
    assert_eq!(constant("i1 true"), Constant::Int(1));
    assert_eq!(constant("i128 -170141183460469231731687303715884105728"), Constant::Int(1 << 127));
    assert_eq!(constant("i64 18446744073709551615"), Constant::Int(u64::MAX.into()));
    assert_eq!(constant("i16 s0xFFFE"), Constant::Int(0xfffe));
    assert_eq!(constant("double 1.500000e+00"), Constant::Float(1.5f64.to_bits()));
    assert_eq!(constant("float 0x3FB99999A0000000"), Constant::Float(f64::from(0.1f32).to_bits()));
    assert_eq!(constant("x86_fp80 0xK4000C90FCF80DC33721D"), Constant::FloatBits(0x4000_C90F_CF80_DC33_721D));
    assert_eq!(constant("fp128 0xL00000000000000003FFF000000000000"), Constant::FloatBits(0x3fff << 112));
    assert_eq!(constant("half 0xH3E00"), Constant::FloatBits(0x3e00));
    assert!(matches!(constant("double f0x3FF0000000000000"), Constant::Unsupported(_)));
    assert!(matches!(constant("i200 -1"), Constant::Unsupported(_)));
}

#[test]
fn aggregates_and_references() {
    assert_eq!(constant(r#"[4 x i8] c"a\22\00b""#), Constant::Bytes((*b"a\"\0b").into()));
    let Constant::Aggregate(items) = constant("<{ ptr, [2 x i32] }> <{ ptr @g, [2 x i32] [i32 1, i32 undef] }>") else {
        panic!()
    };
    assert_eq!(items[0].value, Constant::Symbol(Symbol::Global(GlobalId(0))));
    let Constant::Aggregate(inner) = &items[1].value else { panic!() };
    assert_eq!(inner[1].value, Constant::Undef);
    assert!(matches!(constant("<2 x i32> <i32 1, i32 2>"), Constant::Aggregate(v) if v.len() == 2));
    assert!(matches!(constant("<4 x i32> splat (i32 7)"), Constant::Splat(v) if v.value == Constant::Int(7)));
    assert_eq!(constant("void ()* @f"), Constant::Symbol(Symbol::Function(FunctionId(0))));
    for (text, expected) in
        [("ptr null", Constant::Null), ("ptr poison", Constant::Poison), ("i32 undef", Constant::Undef)]
    {
        assert_eq!(constant(text), expected);
    }
    let m = module("@x = global i32 @nothing");
    assert!(m.initializer(GlobalId(0)).is_err());
}

#[test]
fn constant_expressions() {
    let expr = |text: &str| match constant(text) {
        Constant::Expr(e) => (*e).clone(),
        other => panic!("{other:?}"),
    };
    for text in [
        "ptr getelementptr inbounds (i8, ptr @g, i64 4)",
        "i32* getelementptr inbounds (i32, i32* @g, i64 4)",
        "ptr getelementptr inbounds inrange(-16, 16) (i8, ptr @g, i64 4)",
        "ptr getelementptr inbounds nuw (i8, ptr @g, inrange i64 4)",
    ] {
        let ConstExpr::Gep { inbounds: true, indices, .. } = expr(text) else { panic!("{text}") };
        assert_eq!(indices[0].value, Constant::Int(4));
    }
    assert!(matches!(expr("i64 ptrtoint (ptr @g to i64)"), ConstExpr::Cast { op: CastOp::PtrToInt, .. }));
    assert!(matches!(expr("i8* bitcast (void ()* @f to i8*)"), ConstExpr::Cast { op: CastOp::BitCast, .. }));
    assert!(matches!(
        expr("i64 sub nuw nsw (i64 ptrtoint (ptr @g to i64), i64 1)"),
        ConstExpr::Binary { op: BinaryOp::Sub, .. }
    ));
    assert!(matches!(expr("i1 icmp ne (i32* @g, i32* null)"), ConstExpr::ICmp { predicate: IntPredicate::Ne, .. }));
    assert!(matches!(expr("i32 select (i1 true, i32 1, i32 2)"), ConstExpr::Select { .. }));
    for text in ["ptr dso_local_equivalent @f", "ptr no_cfi @f", "ptr wonderful (ptr @f, i32 1)"] {
        let Constant::Unsupported(u) = constant(text) else { panic!("{text}") };
        assert_eq!((u.line, u.text.as_str()), (3, text.strip_prefix("ptr ").unwrap()));
    }
    assert_eq!(constant("ptr blockaddress(@f, %b)"), Constant::BlockAddress((FunctionId(0), "b".to_owned()).into()));
}

#[test]
fn arithmetic() {
    let InstKind::Binary { op: BinaryOp::Add, flags, lhs: A, rhs, .. } = inst("%y = add nuw nsw i32 %a, -1") else {
        panic!()
    };
    assert!(flags.nuw && flags.nsw && !flags.exact);
    assert_eq!(rhs, Operand::Const(Constant::Int(0xffff_ffff)));
    assert!(matches!(inst("%y = or disjoint i32 %a, 1"), InstKind::Binary { flags, .. } if flags.disjoint));
    assert!(matches!(inst("%y = fadd reassoc nnan double 1.0, 2.0"), InstKind::Binary { op: BinaryOp::FAdd, .. }));
    assert!(
        matches!(inst("%y = icmp samesign ult i32 %a, 3"), InstKind::ICmp { flags, predicate: IntPredicate::Ult, .. } if flags.samesign)
    );
    assert!(matches!(
        inst("%y = fcmp fast une double 1.0, 2.0"),
        InstKind::FCmp { predicate: FloatPredicate::Une, .. }
    ));
    assert!(
        matches!(inst("%y = zext nneg i32 %a to i64"), InstKind::Cast { op: CastOp::ZExt, flags, to: Type::Int(64), .. } if flags.nneg)
    );
    assert!(matches!(inst("%y = select i1 true, i32 %a, i32 0"), InstKind::Select { yes: A, .. }));
    assert!(matches!(inst("%y = freeze i32 %a"), InstKind::Freeze { value: A, .. }));
    assert!(
        matches!(inst("%y = phi i32 [ %a, %b ], [ 0, %c ], !dbg !0"), InstKind::Phi { incoming, .. } if incoming[1].1 == BlockId(2))
    );
    let InstKind::ShuffleVector { mask, .. } =
        inst("%y = shufflevector <2 x i32> undef, <2 x i32> poison, <3 x i32> <i32 1, i32 undef, i32 0>")
    else {
        panic!()
    };
    assert_eq!(*mask, [Some(1), None, Some(0)]);
    assert!(
        unsupported("%y = shufflevector <2 x i32> undef, <2 x i32> undef, <4000000000 x i32> zeroinitializer")
            .contains("mask")
    );
    assert!(
        matches!(inst("%y = extractvalue { i32, { i8, i16 } } undef, 1, 0, !dbg !1"), InstKind::ExtractValue { path, .. } if *path == [1, 0])
    );
}

#[test]
fn memory() {
    let kind = inst("%y = load atomic volatile i32, i32* %p syncscope(\"singlethread\") acquire, align 4, !dbg !7");
    let InstKind::Load { pointer: P, align: Some(4), volatile: true, atomic: Some(atomic), .. } = kind else {
        panic!()
    };
    assert_eq!(atomic, Atomicity { ordering: Ordering::Acquire, scope: Scope::SingleThread });
    assert!(matches!(
        inst("store i32 %a, ptr %p, align 4"),
        InstKind::Store { value: A, pointer: P, atomic: None, .. }
    ));
    let InstKind::CmpXchg(c) = inst("%y = cmpxchg weak ptr %p, i32 0, i32 %a acq_rel monotonic, align 4") else {
        panic!()
    };
    assert_eq!((c.weak, c.success, c.failure, c.new), (true, Ordering::AcqRel, Ordering::Monotonic, A));
    let InstKind::AtomicRmw(r) = inst("%y = atomicrmw volatile nand i32* %p, i32 %a seq_cst") else { panic!() };
    assert_eq!((r.op, r.volatile, r.atomic.ordering), (RmwOp::Nand, true, Ordering::SeqCst));
    assert!(
        matches!(inst("fence syncscope(\"singlethread\") seq_cst"), InstKind::Fence(a) if a.scope == Scope::SingleThread)
    );
    assert!(matches!(
        inst("%y = alloca [2 x i8], i32 %a, align 16"),
        InstKind::Alloca { count: Some(_), align: Some(16), .. }
    ));
    assert!(matches!(inst("%y = alloca i8, align 1, !dbg !3"), InstKind::Alloca { count: None, align: Some(1), .. }));
    let InstKind::Gep { flags, indices, .. } =
        inst("%y = getelementptr inbounds nuw { i8, i32 }, ptr %p, i64 0, i32 1, !dbg !2")
    else {
        panic!()
    };
    assert!(flags.inbounds && flags.nuw && indices.len() == 2);
}

#[test]
fn calls() {
    let call = |text: &str| match inst(text) {
        InstKind::Call(call) => *call,
        other => panic!("{other:?}"),
    };
    let c = call(
        "%y = tail call noundef zeroext range(i32 0, 5) i32 (i32, ...) @g(i32 noundef signext %a, ptr byval({ i8 }) align 8 %p) #3, !dbg !1",
    );
    assert_eq!((c.tail, c.direct(), c.args.len()), (TailKind::Tail, Some(FunctionId(0)), 2));
    assert!(c.signature.unwrap().varargs);
    let attrs = c.args[1].attrs.as_ref().unwrap();
    assert_eq!((attrs.byval.as_ref().unwrap().to_string(), attrs.align), ("{ i8 }".into(), Some(8)));
    let c = call(
        "%y = call i32 %p(i8* null, i8* getelementptr (i8, i8* null, i32 1)) nounwind \"k\"=\"v\" [ \"align\"(ptr %p, i64 8) ]",
    );
    assert!(matches!(c.callee, Callee::Value(P)));
    assert_eq!((c.bundles[0].tag.as_str(), c.bundles[0].args.len()), ("align", 2));
    let c = call(r#"call void asm sideeffect inteldialect "mov $0\0A", "=r,~{memory}"(i32 %a)"#);
    assert_eq!(
        c.callee,
        Callee::Asm(InlineAsm { text: "mov $0\n".into(), constraints: "=r,~{memory}".into(), side_effect: true })
    );
    let c = call("call void @g(metadata i32* %p, metadata !4, metadata !\"x\")");
    assert!(matches!(&c.args[0].value, Operand::Meta(m) if matches!(&**m, MetaOperand::Value(v) if v.value == P)));
}

#[test]
fn control_flow() {
    let text = "define i32 @f(i1 %c, i32 %x) {
  br i1 %c, label %then, label %\"a b\"
then:                                             ; preds = %0
  switch i32 %x, label %\"a b\" [
    i32 -1, label %then
    i32 2, label %2
  ]
\"a b\":
  %1 = invoke i32 @f(i1 %c, i32 0)
          to label %2 unwind label %lpad, !dbg !9
2:
  %3 = phi i32 [ 0, %then ], [ %1, %\"a b\" ]
  ret i32 %3
lpad:
  %4 = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %4
}";
    let m = module(text);
    let f = FunctionId(0);
    let b = m.body(f).unwrap();
    assert_eq!(b.blocks.len(), 5);
    assert!(b.unsupported().is_empty());
    let InstKind::Switch { cases, .. } = &b.terminator(BlockId(1)).unwrap().kind else { panic!() };
    assert_eq!(**cases, [(0xffff_ffff, BlockId(1)), (2, BlockId(3))]);
    assert_eq!(m.block_name(f, BlockId(2)).as_deref(), Some("a b"));
    assert_eq!(m.block_named(f, "2"), Some(BlockId(3)));
    let InstKind::Phi { incoming, .. } = &b.inst(ValueId(5)).unwrap().kind else { panic!() };
    assert_eq!(incoming[1], (Operand::Local(ValueId(4)), BlockId(2)));
    assert_eq!(m.value_name(f, ValueId(5)).as_deref(), Some("3"));
    assert_eq!(m.type_of(f, ValueId(7)).unwrap().to_string(), "{ ptr, i32 }");
}

#[test]
fn unknown_things_are_kept_until_they_matter() {
    assert_eq!(unsupported("%y = frobnicate i32 %a,\n          to nowhere"), "instruction frobnicate");
    assert_eq!(unsupported("fence sometimes"), "ordering sometimes");
    assert_eq!(unsupported("%y = atomicrmw frob ptr %p, i32 1 seq_cst"), "atomicrmw frob");
    assert_eq!(unsupported("%y = load atomic i32, ptr %p syncscope(\"agent\") acquire"), "syncscope agent");
    assert_eq!(unsupported("%y = call i32 @g(i32 wonderful (i32 1))"), "argument of a call");
    assert_eq!(unsupported("%y = load wondrous i32, ptr %p"), "expected a type, found `wondrous`");
    assert_eq!(unsupported("store i32 %a, ptr %p, align 4, wondrous 3, !dbg !1"), "`wondrous` after an instruction");
    // The value it defines is still known, so the function reads.
    let kinds = body("%y = frobnicate i32 %a\n %z = add i32 %y, 1").unwrap();
    assert!(matches!(&kinds[1], InstKind::Binary { lhs: Operand::Local(ValueId(3)), .. }));
}

#[test]
fn errors_say_where() {
    let m = module("define void @f() {\n  ret void\n}\ndefine i32 @g() {\n  %x = add i32 %y, 1\n  ret i32 %x\n}");
    assert!(m.body(FunctionId(0)).is_ok());
    let error = m.body(FunctionId(1)).unwrap_err();
    assert_eq!(error.to_string(), "t.ll:5:16: a value that is not defined in this function");
    assert_eq!(read("t.ll", "\n  oops").unwrap_err().to_string(), "t.ll:2:3: expected a definition, found `oops`");
    for (text, message) in [
        ("%x = add i32 %a", "expected `,`"),
        ("%a = add i32 1, 1", "defined twice"),
        ("br label %nowhere", "not defined"),
        ("%y = add i32 %a, %4294967295", "out of range"),
        ("%y = load i32, ptr \"", "does not end"),
    ] {
        match read("t.ll", format!("define void @f(i32 %a) {{\n {text}\n ret void\n}}")) {
            Err(error) => assert!(
                error.to_string().contains("expected a function") || error.to_string().contains("bracket"),
                "{error}"
            ),
            Ok(m) => {
                let error = m.body(FunctionId(0)).unwrap_err();
                assert!(error.message.contains(message), "{text}: {error}");
            }
        }
    }
    assert!(module("define void @f() {\n}").body(FunctionId(0)).is_err());
    assert!(module("define void @f() {\n fence seq_cst\n}").body(FunctionId(0)).is_err());
}

#[test]
fn globals_and_headers() {
    let m = module(
        "$c = comdat any
@t = internal thread_local(localexec) unnamed_addr global i32 5, section \".x\", comdat($c), align 8, !dbg !3
@e = external dso_local addrspace(1) constant [2 x i8]
@v = constant <2 x i32> <i32 1, i32 2>, align 8
@al = weak hidden alias i32 (i32), i32 (i32)* bitcast (void ()* @f to i32 (i32)*)
define linkonce_odr dso_local noundef align 8 dereferenceable(8) ptr @f(ptr noalias sret({ i8 }) align 4 %out, i32 noundef %0, ...) local_unnamed_addr #0 section \"s\" comdat personality ptr @p prologue <{ i32, i32 }> <{ i32 1, i32 2 }> !dbg !5 {
  ret ptr %out
}
declare !dbg !8 i32 @p(...) #1
attributes #0 = { nounwind \"x\"=\"}\" memory(none) }
!3 = !{!\"}\", i32 1}
",
    );
    let [t, e, v] = &m.globals[..] else { panic!() };
    assert_eq!((t.align, t.section.as_deref(), t.dbg.map(|d| d.node)), (Some(8), Some(".x"), Some(3)));
    assert_eq!((t.thread_local, t.linkage, t.unnamed_addr), (Some(ThreadLocal::Other), Linkage::Internal, true));
    assert!(!e.defined && e.constant && e.address_space == 1);
    assert_eq!(v.align, Some(8));
    let f = m.function_named("f").unwrap();
    assert_eq!(m.function_named("al"), Some(f));
    let function = m.function(f);
    assert_eq!((function.linkage, function.dbg.map(|d| d.node)), (Linkage::LinkOnce, Some(5)));
    assert!(function.params[0].attrs.sret.is_some() && function.params[1].attrs.noundef && function.signature.varargs);
    assert!(m.body(f).is_ok());
    let p = m.function(m.function_named("p").unwrap());
    assert_eq!((p.defined, p.dbg.map(|d| d.node), p.signature.varargs), (false, Some(8), true));
}

#[test]
fn circles_of_aliases_end() {
    let m = module("@a = alias i32, ptr @b\n@b = alias i32, ptr @a");
    assert_eq!(m.resolve(Symbol::Alias(AliasId(0))), None);
}
