; ModuleID = 'smallcpp.cpp'
source_filename = "smallcpp.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Square = type <{ %struct.Shape, i32, [4 x i8] }>
%struct.Shape = type { i32 (...)** }
%struct.Guard = type { i8 }
%"struct.std::__atomic_base" = type { i32 }
%"struct.std::atomic" = type { %"struct.std::__atomic_base" }

$_ZN6SquareC2Ei = comdat any

$_ZN6SquareD2Ev = comdat any

$_ZNSt13__atomic_baseIiEpLEi = comdat any

$_ZN5GuardD2Ev = comdat any

$_ZN5ShapeC2Ev = comdat any

$_ZNK6Square4areaEv = comdat any

$_ZN6SquareD0Ev = comdat any

$_ZN5ShapeD2Ev = comdat any

$_ZN5ShapeD0Ev = comdat any

$_ZTW5calls = comdat any

$_ZTV6Square = comdat any

$_ZTS6Square = comdat any

$_ZTS5Shape = comdat any

$_ZTI5Shape = comdat any

$_ZTI6Square = comdat any

$_ZTV5Shape = comdat any

@calls = dso_local thread_local global i32 0, align 4, !dbg !0
@_ZL4unit = internal global %struct.Square zeroinitializer, align 8, !dbg !201
@__dso_handle = external hidden global i8
@_ZTIi = external constant i8*
@_ZTV6Square = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI6Square to i8*), i8* bitcast (i32 (%struct.Square*)* @_ZNK6Square4areaEv to i8*), i8* bitcast (void (%struct.Square*)* @_ZN6SquareD2Ev to i8*), i8* bitcast (void (%struct.Square*)* @_ZN6SquareD0Ev to i8*)] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global i8*
@_ZTS6Square = linkonce_odr dso_local constant [8 x i8] c"6Square\00", comdat, align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global i8*
@_ZTS5Shape = linkonce_odr dso_local constant [7 x i8] c"5Shape\00", comdat, align 1
@_ZTI5Shape = linkonce_odr dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @_ZTS5Shape, i32 0, i32 0) }, comdat, align 8
@_ZTI6Square = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([8 x i8], [8 x i8]* @_ZTS6Square, i32 0, i32 0), i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*) }, comdat, align 8
@_ZTV5Shape = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*), i8* bitcast (void ()* @__cxa_pure_virtual to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD0Ev to i8*)] }, comdat, align 8
@_ZL5total = internal global { i32 } zeroinitializer, align 4, !dbg !203
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @_GLOBAL__sub_I_smallcpp.cpp, i8* null }]

; Function Attrs: noinline uwtable
define internal void @__cxx_global_var_init() #0 section ".text.startup" !dbg !213 {
entry:
  call void @_ZN6SquareC2Ei(%struct.Square* noundef nonnull align 8 dereferenceable(12) @_ZL4unit, i32 noundef 1), !dbg !218
  %0 = call i32 @__cxa_atexit(void (i8*)* bitcast (void (%struct.Square*)* @_ZN6SquareD2Ev to void (i8*)*), i8* bitcast (%struct.Square* @_ZL4unit to i8*), i8* @__dso_handle) #2, !dbg !220
  ret void, !dbg !221
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6SquareC2Ei(%struct.Square* noundef nonnull align 8 dereferenceable(12) %this, i32 noundef %s) unnamed_addr #1 comdat align 2 !dbg !222 {
entry:
  %this.addr = alloca %struct.Square*, align 8
  %s.addr = alloca i32, align 4
  store %struct.Square* %this, %struct.Square** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Square** %this.addr, metadata !223, metadata !DIExpression()), !dbg !225
  store i32 %s, i32* %s.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %s.addr, metadata !226, metadata !DIExpression()), !dbg !227
  %this1 = load %struct.Square*, %struct.Square** %this.addr, align 8
  %0 = bitcast %struct.Square* %this1 to %struct.Shape*, !dbg !228
  call void @_ZN5ShapeC2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) #2, !dbg !229
  %1 = bitcast %struct.Square* %this1 to i32 (...)***, !dbg !228
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV6Square, i32 0, inrange i32 0, i32 2) to i32 (...)**), i32 (...)*** %1, align 8, !dbg !228
  %side = getelementptr inbounds %struct.Square, %struct.Square* %this1, i32 0, i32 1, !dbg !230
  %2 = load i32, i32* %s.addr, align 4, !dbg !231
  store i32 %2, i32* %side, align 8, !dbg !230
  ret void, !dbg !232
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6SquareD2Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #1 comdat align 2 !dbg !233 {
entry:
  %this.addr = alloca %struct.Square*, align 8
  store %struct.Square* %this, %struct.Square** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Square** %this.addr, metadata !237, metadata !DIExpression()), !dbg !238
  %this1 = load %struct.Square*, %struct.Square** %this.addr, align 8
  %0 = bitcast %struct.Square* %this1 to %struct.Shape*, !dbg !239
  call void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) #2, !dbg !239
  ret void, !dbg !241
}

; Function Attrs: nounwind
declare i32 @__cxa_atexit(void (i8*)*, i8*, i8*) #2

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z7measureRK5Shape(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %shape) #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !242 {
entry:
  %shape.addr = alloca %struct.Shape*, align 8
  %guard = alloca %struct.Guard, align 1
  %exn.slot = alloca i8*, align 8
  %ehselector.slot = alloca i32, align 4
  store %struct.Shape* %shape, %struct.Shape** %shape.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Shape** %shape.addr, metadata !246, metadata !DIExpression()), !dbg !247
  call void @llvm.dbg.declare(metadata %struct.Guard* %guard, metadata !248, metadata !DIExpression()), !dbg !255
  %0 = load i32, i32* @calls, align 4, !dbg !256
  %inc = add nsw i32 %0, 1, !dbg !256
  store i32 %inc, i32* @calls, align 4, !dbg !256
  %1 = load %struct.Shape*, %struct.Shape** %shape.addr, align 8, !dbg !257
  %2 = bitcast %struct.Shape* %1 to i32 (%struct.Shape*)***, !dbg !259
  %vtable = load i32 (%struct.Shape*)**, i32 (%struct.Shape*)*** %2, align 8, !dbg !259
  %vfn = getelementptr inbounds i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %vtable, i64 0, !dbg !259
  %3 = load i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %vfn, align 8, !dbg !259
  %call = invoke noundef i32 %3(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %1)
          to label %invoke.cont unwind label %lpad, !dbg !259

invoke.cont:                                      ; preds = %entry
  %cmp = icmp slt i32 %call, 0, !dbg !260
  br i1 %cmp, label %if.then, label %if.end, !dbg !261

if.then:                                          ; preds = %invoke.cont
  %exception = call i8* @__cxa_allocate_exception(i64 4) #2, !dbg !262
  %4 = bitcast i8* %exception to i32*, !dbg !262
  store i32 1, i32* %4, align 16, !dbg !262
  invoke void @__cxa_throw(i8* %exception, i8* bitcast (i8** @_ZTIi to i8*), i8* null) #10
          to label %unreachable unwind label %lpad, !dbg !262

lpad:                                             ; preds = %if.end, %if.then, %entry
  %5 = landingpad { i8*, i32 }
          cleanup, !dbg !263
  %6 = extractvalue { i8*, i32 } %5, 0, !dbg !263
  store i8* %6, i8** %exn.slot, align 8, !dbg !263
  %7 = extractvalue { i8*, i32 } %5, 1, !dbg !263
  store i32 %7, i32* %ehselector.slot, align 4, !dbg !263
  call void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 1 dereferenceable(1) %guard) #2, !dbg !264
  br label %eh.resume, !dbg !264

if.end:                                           ; preds = %invoke.cont
  %8 = load %struct.Shape*, %struct.Shape** %shape.addr, align 8, !dbg !265
  %9 = bitcast %struct.Shape* %8 to i32 (%struct.Shape*)***, !dbg !266
  %vtable1 = load i32 (%struct.Shape*)**, i32 (%struct.Shape*)*** %9, align 8, !dbg !266
  %vfn2 = getelementptr inbounds i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %vtable1, i64 0, !dbg !266
  %10 = load i32 (%struct.Shape*)*, i32 (%struct.Shape*)** %vfn2, align 8, !dbg !266
  %call4 = invoke noundef i32 %10(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %8)
          to label %invoke.cont3 unwind label %lpad, !dbg !266

invoke.cont3:                                     ; preds = %if.end
  %call5 = call noundef i32 @_ZNSt13__atomic_baseIiEpLEi(%"struct.std::__atomic_base"* noundef nonnull align 4 dereferenceable(4) getelementptr inbounds (%"struct.std::atomic", %"struct.std::atomic"* bitcast ({ i32 }* @_ZL5total to %"struct.std::atomic"*), i32 0, i32 0), i32 noundef %call4) #2, !dbg !267
  call void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 1 dereferenceable(1) %guard) #2, !dbg !264
  ret i32 %call5, !dbg !264

eh.resume:                                        ; preds = %lpad
  %exn = load i8*, i8** %exn.slot, align 8, !dbg !264
  %sel = load i32, i32* %ehselector.slot, align 4, !dbg !264
  %lpad.val = insertvalue { i8*, i32 } undef, i8* %exn, 0, !dbg !264
  %lpad.val6 = insertvalue { i8*, i32 } %lpad.val, i32 %sel, 1, !dbg !264
  resume { i8*, i32 } %lpad.val6, !dbg !264

unreachable:                                      ; preds = %if.then
  unreachable
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #4

declare i32 @__gxx_personality_v0(...)

declare i8* @__cxa_allocate_exception(i64)

declare void @__cxa_throw(i8*, i8*, i8*)

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNSt13__atomic_baseIiEpLEi(%"struct.std::__atomic_base"* noundef nonnull align 4 dereferenceable(4) %this, i32 noundef %__i) #5 comdat align 2 !dbg !268 {
entry:
  %this.addr = alloca %"struct.std::__atomic_base"*, align 8
  %__i.addr = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store %"struct.std::__atomic_base"* %this, %"struct.std::__atomic_base"** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %"struct.std::__atomic_base"** %this.addr, metadata !269, metadata !DIExpression()), !dbg !271
  store i32 %__i, i32* %__i.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %__i.addr, metadata !272, metadata !DIExpression()), !dbg !273
  %this1 = load %"struct.std::__atomic_base"*, %"struct.std::__atomic_base"** %this.addr, align 8
  %_M_i = getelementptr inbounds %"struct.std::__atomic_base", %"struct.std::__atomic_base"* %this1, i32 0, i32 0, !dbg !274
  %0 = load i32, i32* %__i.addr, align 4, !dbg !275
  store i32 %0, i32* %.atomictmp, align 4, !dbg !276
  %1 = load i32, i32* %.atomictmp, align 4, !dbg !276
  %2 = atomicrmw add i32* %_M_i, i32 %1 seq_cst, align 4, !dbg !276
  %3 = add i32 %2, %1, !dbg !276
  store i32 %3, i32* %atomic-temp, align 4, !dbg !276
  %4 = load i32, i32* %atomic-temp, align 4, !dbg !276
  ret i32 %4, !dbg !277
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5GuardD2Ev(%struct.Guard* noundef nonnull align 1 dereferenceable(1) %this) unnamed_addr #1 comdat align 2 !dbg !278 {
entry:
  %this.addr.i = alloca %"struct.std::__atomic_base"*, align 8
  %__i.addr.i = alloca i32, align 4
  %__m.addr.i = alloca i32, align 4
  %.atomictmp.i = alloca i32, align 4
  %atomic-temp.i = alloca i32, align 4
  %this.addr = alloca %struct.Guard*, align 8
  store %struct.Guard* %this, %struct.Guard** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Guard** %this.addr, metadata !279, metadata !DIExpression()), !dbg !281
  %this1 = load %struct.Guard*, %struct.Guard** %this.addr, align 8
  store %"struct.std::__atomic_base"* bitcast ({ i32 }* @_ZL5total to %"struct.std::__atomic_base"*), %"struct.std::__atomic_base"** %this.addr.i, align 8
  call void @llvm.dbg.declare(metadata %"struct.std::__atomic_base"** %this.addr.i, metadata !282, metadata !DIExpression()), !dbg !284
  store i32 1, i32* %__i.addr.i, align 4
  call void @llvm.dbg.declare(metadata i32* %__i.addr.i, metadata !287, metadata !DIExpression()), !dbg !288
  store i32 3, i32* %__m.addr.i, align 4
  call void @llvm.dbg.declare(metadata i32* %__m.addr.i, metadata !289, metadata !DIExpression()), !dbg !290
  %this1.i = load %"struct.std::__atomic_base"*, %"struct.std::__atomic_base"** %this.addr.i, align 8
  %_M_i.i = getelementptr inbounds %"struct.std::__atomic_base", %"struct.std::__atomic_base"* %this1.i, i32 0, i32 0, !dbg !291
  %0 = load i32, i32* %__m.addr.i, align 4, !dbg !292
  %1 = load i32, i32* %__i.addr.i, align 4, !dbg !293
  store i32 %1, i32* %.atomictmp.i, align 4, !dbg !294
  switch i32 %0, label %monotonic.i [
    i32 1, label %acquire.i
    i32 2, label %acquire.i
    i32 3, label %release.i
    i32 4, label %acqrel.i
    i32 5, label %seqcst.i
  ], !dbg !294

monotonic.i:                                      ; preds = %entry
  %2 = load i32, i32* %.atomictmp.i, align 4, !dbg !294
  %3 = atomicrmw sub i32* %_M_i.i, i32 %2 monotonic, align 4, !dbg !294
  store i32 %3, i32* %atomic-temp.i, align 4, !dbg !294
  br label %_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit, !dbg !294

acquire.i:                                        ; preds = %entry, %entry
  %4 = load i32, i32* %.atomictmp.i, align 4, !dbg !294
  %5 = atomicrmw sub i32* %_M_i.i, i32 %4 acquire, align 4, !dbg !294
  store i32 %5, i32* %atomic-temp.i, align 4, !dbg !294
  br label %_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit, !dbg !294

release.i:                                        ; preds = %entry
  %6 = load i32, i32* %.atomictmp.i, align 4, !dbg !294
  %7 = atomicrmw sub i32* %_M_i.i, i32 %6 release, align 4, !dbg !294
  store i32 %7, i32* %atomic-temp.i, align 4, !dbg !294
  br label %_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit, !dbg !294

acqrel.i:                                         ; preds = %entry
  %8 = load i32, i32* %.atomictmp.i, align 4, !dbg !294
  %9 = atomicrmw sub i32* %_M_i.i, i32 %8 acq_rel, align 4, !dbg !294
  store i32 %9, i32* %atomic-temp.i, align 4, !dbg !294
  br label %_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit, !dbg !294

seqcst.i:                                         ; preds = %entry
  %10 = load i32, i32* %.atomictmp.i, align 4, !dbg !294
  %11 = atomicrmw sub i32* %_M_i.i, i32 %10 seq_cst, align 4, !dbg !294
  store i32 %11, i32* %atomic-temp.i, align 4, !dbg !294
  br label %_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit, !dbg !294

_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order.exit: ; preds = %monotonic.i, %acquire.i, %release.i, %acqrel.i, %seqcst.i
  %12 = load i32, i32* %atomic-temp.i, align 4, !dbg !294
  ret void, !dbg !295
}

; Function Attrs: mustprogress noinline uwtable
define dso_local noundef i32 @_Z4safei(i32 noundef %n) #3 personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) !dbg !296 {
entry:
  %retval = alloca i32, align 4
  %n.addr = alloca i32, align 4
  %ref.tmp = alloca %struct.Square, align 8
  %exn.slot = alloca i8*, align 8
  %ehselector.slot = alloca i32, align 4
  %e = alloca i32, align 4
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !299, metadata !DIExpression()), !dbg !300
  %0 = load i32, i32* %n.addr, align 4, !dbg !301
  invoke void @_ZN6SquareC2Ei(%struct.Square* noundef nonnull align 8 dereferenceable(12) %ref.tmp, i32 noundef %0)
          to label %invoke.cont unwind label %lpad, !dbg !303

invoke.cont:                                      ; preds = %entry
  %1 = bitcast %struct.Square* %ref.tmp to %struct.Shape*, !dbg !303
  %call = invoke noundef i32 @_Z7measureRK5Shape(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %1)
          to label %invoke.cont2 unwind label %lpad1, !dbg !304

invoke.cont2:                                     ; preds = %invoke.cont
  store i32 %call, i32* %retval, align 4, !dbg !305
  call void @_ZN6SquareD2Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %ref.tmp) #2, !dbg !305
  br label %return, !dbg !305

lpad:                                             ; preds = %entry
  %2 = landingpad { i8*, i32 }
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* null, !dbg !306
  %3 = extractvalue { i8*, i32 } %2, 0, !dbg !306
  store i8* %3, i8** %exn.slot, align 8, !dbg !306
  %4 = extractvalue { i8*, i32 } %2, 1, !dbg !306
  store i32 %4, i32* %ehselector.slot, align 4, !dbg !306
  br label %catch.dispatch, !dbg !306

lpad1:                                            ; preds = %invoke.cont
  %5 = landingpad { i8*, i32 }
          catch i8* bitcast (i8** @_ZTIi to i8*)
          catch i8* null, !dbg !306
  %6 = extractvalue { i8*, i32 } %5, 0, !dbg !306
  store i8* %6, i8** %exn.slot, align 8, !dbg !306
  %7 = extractvalue { i8*, i32 } %5, 1, !dbg !306
  store i32 %7, i32* %ehselector.slot, align 4, !dbg !306
  call void @_ZN6SquareD2Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %ref.tmp) #2, !dbg !305
  br label %catch.dispatch, !dbg !305

catch.dispatch:                                   ; preds = %lpad1, %lpad
  %sel = load i32, i32* %ehselector.slot, align 4, !dbg !307
  %8 = call i32 @llvm.eh.typeid.for(i8* bitcast (i8** @_ZTIi to i8*)) #2, !dbg !307
  %matches = icmp eq i32 %sel, %8, !dbg !307
  br i1 %matches, label %catch3, label %catch, !dbg !307

catch3:                                           ; preds = %catch.dispatch
  call void @llvm.dbg.declare(metadata i32* %e, metadata !308, metadata !DIExpression()), !dbg !309
  %exn4 = load i8*, i8** %exn.slot, align 8, !dbg !310
  %9 = call i8* @__cxa_begin_catch(i8* %exn4) #2, !dbg !310
  %10 = bitcast i8* %9 to i32*, !dbg !310
  %11 = load i32, i32* %10, align 4, !dbg !310
  store i32 %11, i32* %e, align 4, !dbg !310
  %12 = load i32, i32* %e, align 4, !dbg !312
  %sub = sub nsw i32 0, %12, !dbg !314
  store i32 %sub, i32* %retval, align 4, !dbg !315
  call void @__cxa_end_catch() #2, !dbg !316
  br label %return

catch:                                            ; preds = %catch.dispatch
  %exn = load i8*, i8** %exn.slot, align 8, !dbg !307
  %13 = call i8* @__cxa_begin_catch(i8* %exn) #2, !dbg !307
  store i32 0, i32* %retval, align 4, !dbg !317
  call void @__cxa_end_catch(), !dbg !310
  br label %return

try.cont:                                         ; No predecessors!
  call void @llvm.trap(), !dbg !316
  unreachable, !dbg !316

return:                                           ; preds = %catch3, %catch, %invoke.cont2
  %14 = load i32, i32* %retval, align 4, !dbg !318
  ret i32 %14, !dbg !318
}

; Function Attrs: nounwind readnone
declare i32 @llvm.eh.typeid.for(i8*) #6

declare i8* @__cxa_begin_catch(i8*)

declare void @__cxa_end_catch()

; Function Attrs: cold noreturn nounwind
declare void @llvm.trap() #7

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5ShapeC2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !319 {
entry:
  %this.addr = alloca %struct.Shape*, align 8
  store %struct.Shape* %this, %struct.Shape** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Shape** %this.addr, metadata !321, metadata !DIExpression()), !dbg !323
  %this1 = load %struct.Shape*, %struct.Shape** %this.addr, align 8
  %0 = bitcast %struct.Shape* %this1 to i32 (...)***, !dbg !324
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV5Shape, i32 0, inrange i32 0, i32 2) to i32 (...)**), i32 (...)*** %0, align 8, !dbg !324
  ret void, !dbg !324
}

; Function Attrs: mustprogress noinline nounwind uwtable
define linkonce_odr dso_local noundef i32 @_ZNK6Square4areaEv(%struct.Square* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #5 comdat align 2 !dbg !325 {
entry:
  %this.addr = alloca %struct.Square*, align 8
  store %struct.Square* %this, %struct.Square** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Square** %this.addr, metadata !326, metadata !DIExpression()), !dbg !328
  %this1 = load %struct.Square*, %struct.Square** %this.addr, align 8
  %side = getelementptr inbounds %struct.Square, %struct.Square* %this1, i32 0, i32 1, !dbg !329
  %0 = load i32, i32* %side, align 8, !dbg !329
  %side2 = getelementptr inbounds %struct.Square, %struct.Square* %this1, i32 0, i32 1, !dbg !330
  %1 = load i32, i32* %side2, align 8, !dbg !330
  %mul = mul nsw i32 %0, %1, !dbg !331
  ret i32 %mul, !dbg !332
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN6SquareD0Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %this) unnamed_addr #1 comdat align 2 !dbg !333 {
entry:
  %this.addr = alloca %struct.Square*, align 8
  store %struct.Square* %this, %struct.Square** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Square** %this.addr, metadata !334, metadata !DIExpression()), !dbg !335
  %this1 = load %struct.Square*, %struct.Square** %this.addr, align 8
  call void @_ZN6SquareD2Ev(%struct.Square* noundef nonnull align 8 dereferenceable(12) %this1) #2, !dbg !336
  %0 = bitcast %struct.Square* %this1 to i8*, !dbg !336
  call void @_ZdlPv(i8* noundef %0) #11, !dbg !336
  ret void, !dbg !336
}

declare void @__cxa_pure_virtual() unnamed_addr

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !337 {
entry:
  %this.addr = alloca %struct.Shape*, align 8
  store %struct.Shape* %this, %struct.Shape** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Shape** %this.addr, metadata !338, metadata !DIExpression()), !dbg !339
  %this1 = load %struct.Shape*, %struct.Shape** %this.addr, align 8
  ret void, !dbg !340
}

; Function Attrs: noinline nounwind uwtable
define linkonce_odr dso_local void @_ZN5ShapeD0Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %this) unnamed_addr #1 comdat align 2 !dbg !341 {
entry:
  %this.addr = alloca %struct.Shape*, align 8
  store %struct.Shape* %this, %struct.Shape** %this.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.Shape** %this.addr, metadata !342, metadata !DIExpression()), !dbg !343
  %this1 = load %struct.Shape*, %struct.Shape** %this.addr, align 8
  call void @llvm.trap() #12, !dbg !344
  unreachable, !dbg !344
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(i8* noundef) #8

; Function Attrs: noinline uwtable
define internal void @_GLOBAL__sub_I_smallcpp.cpp() #0 section ".text.startup" !dbg !345 {
entry:
  call void @__cxx_global_var_init(), !dbg !347
  ret void
}

; Function Attrs: noinline uwtable
define weak_odr hidden noundef i32* @_ZTW5calls() #9 comdat {
  ret i32* @calls
}

attributes #0 = { noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind }
attributes #3 = { mustprogress noinline uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #5 = { mustprogress noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind readnone }
attributes #7 = { cold noreturn nounwind }
attributes #8 = { nobuiltin nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { noinline uwtable "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { noreturn }
attributes #11 = { builtin nounwind }
attributes #12 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!205, !206, !207, !208, !209, !210, !211}
!llvm.ident = !{!212}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "calls", scope: !2, file: !3, line: 6, type: !27, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !16, globals: !200, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "smallcpp.cpp", directory: "/src", checksumkind: CSK_MD5, checksum: "ce2a158a81b4d64cfe8c9138d7239b2d")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", scope: !7, file: !6, line: 78, baseType: !8, size: 32, elements: !9, identifier: "_ZTSSt12memory_order")
!6 = !DIFile(filename: "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/atomic_base.h", directory: "")
!7 = !DINamespace(name: "std", scope: null)
!8 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!9 = !{!10, !11, !12, !13, !14, !15}
!10 = !DIEnumerator(name: "memory_order_relaxed", value: 0, isUnsigned: true)
!11 = !DIEnumerator(name: "memory_order_consume", value: 1, isUnsigned: true)
!12 = !DIEnumerator(name: "memory_order_acquire", value: 2, isUnsigned: true)
!13 = !DIEnumerator(name: "memory_order_release", value: 3, isUnsigned: true)
!14 = !DIEnumerator(name: "memory_order_acq_rel", value: 4, isUnsigned: true)
!15 = !DIEnumerator(name: "memory_order_seq_cst", value: 5, isUnsigned: true)
!16 = !{!17, !27, !20, !47, !171}
!17 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Square", file: !3, line: 4, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !18, vtableHolder: !20, identifier: "_ZTS6Square")
!18 = !{!19, !37, !38, !42}
!19 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !17, baseType: !20, extraData: i32 0)
!20 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", file: !3, line: 3, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !21, vtableHolder: !20, identifier: "_ZTS5Shape")
!21 = !{!22, !28, !33}
!22 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Shape", scope: !3, file: !3, baseType: !23, size: 64, flags: DIFlagArtificial)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !25, size: 64)
!25 = !DISubroutineType(types: !26)
!26 = !{!27}
!27 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!28 = !DISubprogram(name: "area", linkageName: "_ZNK5Shape4areaEv", scope: !20, file: !3, line: 3, type: !29, scopeLine: 3, containingType: !20, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual)
!29 = !DISubroutineType(types: !30)
!30 = !{!27, !31}
!31 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !32, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !20)
!33 = !DISubprogram(name: "~Shape", scope: !20, file: !3, line: 3, type: !34, scopeLine: 3, containingType: !20, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!34 = !DISubroutineType(types: !35)
!35 = !{null, !36}
!36 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "side", scope: !17, file: !3, line: 4, baseType: !27, size: 32, offset: 64)
!38 = !DISubprogram(name: "Square", scope: !17, file: !3, line: 4, type: !39, scopeLine: 4, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: 0)
!39 = !DISubroutineType(types: !40)
!40 = !{null, !41, !27}
!41 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!42 = !DISubprogram(name: "area", linkageName: "_ZNK6Square4areaEv", scope: !17, file: !3, line: 4, type: !43, scopeLine: 4, containingType: !17, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual)
!43 = !DISubroutineType(types: !44)
!44 = !{!27, !45}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!47 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__atomic_base<int>", scope: !7, file: !6, line: 324, size: 32, flags: DIFlagTypePassByReference, elements: !48, templateParams: !169, identifier: "_ZTSSt13__atomic_baseIiE")
!48 = !{!49, !51, !53, !57, !58, !63, !67, !72, !75, !79, !84, !87, !90, !93, !96, !97, !98, !101, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !120, !123, !127, !130, !133, !136, !139, !142, !146, !149, !152, !155, !156, !157, !158, !159, !160, !161, !162, !163, !164, !165, !166, !167, !168}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "_S_alignment", scope: !47, file: !6, line: 332, baseType: !50, flags: DIFlagPrivate | DIFlagStaticMember, extraData: i32 4)
!50 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !27)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "_M_i", scope: !47, file: !6, line: 335, baseType: !52, size: 32, align: 32, flags: DIFlagPrivate)
!52 = !DIDerivedType(tag: DW_TAG_typedef, name: "__int_type", scope: !47, file: !6, line: 330, baseType: !27)
!53 = !DISubprogram(name: "__atomic_base", scope: !47, file: !6, line: 338, type: !54, scopeLine: 338, flags: DIFlagPrototyped, spFlags: 0)
!54 = !DISubroutineType(types: !55)
!55 = !{null, !56}
!56 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!57 = !DISubprogram(name: "~__atomic_base", scope: !47, file: !6, line: 339, type: !54, scopeLine: 339, flags: DIFlagPrototyped, spFlags: 0)
!58 = !DISubprogram(name: "__atomic_base", scope: !47, file: !6, line: 340, type: !59, scopeLine: 340, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!59 = !DISubroutineType(types: !60)
!60 = !{null, !56, !61}
!61 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !62, size: 64)
!62 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !47)
!63 = !DISubprogram(name: "operator=", linkageName: "_ZNSt13__atomic_baseIiEaSERKS0_", scope: !47, file: !6, line: 341, type: !64, scopeLine: 341, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!64 = !DISubroutineType(types: !65)
!65 = !{!66, !56, !61}
!66 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !47, size: 64)
!67 = !DISubprogram(name: "operator=", linkageName: "_ZNVSt13__atomic_baseIiEaSERKS0_", scope: !47, file: !6, line: 342, type: !68, scopeLine: 342, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!68 = !DISubroutineType(types: !69)
!69 = !{!66, !70, !61}
!70 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !71, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!71 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !47)
!72 = !DISubprogram(name: "__atomic_base", scope: !47, file: !6, line: 345, type: !73, scopeLine: 345, flags: DIFlagPrototyped, spFlags: 0)
!73 = !DISubroutineType(types: !74)
!74 = !{null, !56, !52}
!75 = !DISubprogram(name: "operator int", linkageName: "_ZNKSt13__atomic_baseIiEcviEv", scope: !47, file: !6, line: 347, type: !76, scopeLine: 347, flags: DIFlagPrototyped, spFlags: 0)
!76 = !DISubroutineType(types: !77)
!77 = !{!52, !78}
!78 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !62, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!79 = !DISubprogram(name: "operator int", linkageName: "_ZNVKSt13__atomic_baseIiEcviEv", scope: !47, file: !6, line: 350, type: !80, scopeLine: 350, flags: DIFlagPrototyped, spFlags: 0)
!80 = !DISubroutineType(types: !81)
!81 = !{!52, !82}
!82 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !83, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!83 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !71)
!84 = !DISubprogram(name: "operator=", linkageName: "_ZNSt13__atomic_baseIiEaSEi", scope: !47, file: !6, line: 354, type: !85, scopeLine: 354, flags: DIFlagPrototyped, spFlags: 0)
!85 = !DISubroutineType(types: !86)
!86 = !{!52, !56, !52}
!87 = !DISubprogram(name: "operator=", linkageName: "_ZNVSt13__atomic_baseIiEaSEi", scope: !47, file: !6, line: 361, type: !88, scopeLine: 361, flags: DIFlagPrototyped, spFlags: 0)
!88 = !DISubroutineType(types: !89)
!89 = !{!52, !70, !52}
!90 = !DISubprogram(name: "operator++", linkageName: "_ZNSt13__atomic_baseIiEppEi", scope: !47, file: !6, line: 368, type: !91, scopeLine: 368, flags: DIFlagPrototyped, spFlags: 0)
!91 = !DISubroutineType(types: !92)
!92 = !{!52, !56, !27}
!93 = !DISubprogram(name: "operator++", linkageName: "_ZNVSt13__atomic_baseIiEppEi", scope: !47, file: !6, line: 372, type: !94, scopeLine: 372, flags: DIFlagPrototyped, spFlags: 0)
!94 = !DISubroutineType(types: !95)
!95 = !{!52, !70, !27}
!96 = !DISubprogram(name: "operator--", linkageName: "_ZNSt13__atomic_baseIiEmmEi", scope: !47, file: !6, line: 376, type: !91, scopeLine: 376, flags: DIFlagPrototyped, spFlags: 0)
!97 = !DISubprogram(name: "operator--", linkageName: "_ZNVSt13__atomic_baseIiEmmEi", scope: !47, file: !6, line: 380, type: !94, scopeLine: 380, flags: DIFlagPrototyped, spFlags: 0)
!98 = !DISubprogram(name: "operator++", linkageName: "_ZNSt13__atomic_baseIiEppEv", scope: !47, file: !6, line: 384, type: !99, scopeLine: 384, flags: DIFlagPrototyped, spFlags: 0)
!99 = !DISubroutineType(types: !100)
!100 = !{!52, !56}
!101 = !DISubprogram(name: "operator++", linkageName: "_ZNVSt13__atomic_baseIiEppEv", scope: !47, file: !6, line: 388, type: !102, scopeLine: 388, flags: DIFlagPrototyped, spFlags: 0)
!102 = !DISubroutineType(types: !103)
!103 = !{!52, !70}
!104 = !DISubprogram(name: "operator--", linkageName: "_ZNSt13__atomic_baseIiEmmEv", scope: !47, file: !6, line: 392, type: !99, scopeLine: 392, flags: DIFlagPrototyped, spFlags: 0)
!105 = !DISubprogram(name: "operator--", linkageName: "_ZNVSt13__atomic_baseIiEmmEv", scope: !47, file: !6, line: 396, type: !102, scopeLine: 396, flags: DIFlagPrototyped, spFlags: 0)
!106 = !DISubprogram(name: "operator+=", linkageName: "_ZNSt13__atomic_baseIiEpLEi", scope: !47, file: !6, line: 400, type: !85, scopeLine: 400, flags: DIFlagPrototyped, spFlags: 0)
!107 = !DISubprogram(name: "operator+=", linkageName: "_ZNVSt13__atomic_baseIiEpLEi", scope: !47, file: !6, line: 404, type: !88, scopeLine: 404, flags: DIFlagPrototyped, spFlags: 0)
!108 = !DISubprogram(name: "operator-=", linkageName: "_ZNSt13__atomic_baseIiEmIEi", scope: !47, file: !6, line: 408, type: !85, scopeLine: 408, flags: DIFlagPrototyped, spFlags: 0)
!109 = !DISubprogram(name: "operator-=", linkageName: "_ZNVSt13__atomic_baseIiEmIEi", scope: !47, file: !6, line: 412, type: !88, scopeLine: 412, flags: DIFlagPrototyped, spFlags: 0)
!110 = !DISubprogram(name: "operator&=", linkageName: "_ZNSt13__atomic_baseIiEaNEi", scope: !47, file: !6, line: 416, type: !85, scopeLine: 416, flags: DIFlagPrototyped, spFlags: 0)
!111 = !DISubprogram(name: "operator&=", linkageName: "_ZNVSt13__atomic_baseIiEaNEi", scope: !47, file: !6, line: 420, type: !88, scopeLine: 420, flags: DIFlagPrototyped, spFlags: 0)
!112 = !DISubprogram(name: "operator|=", linkageName: "_ZNSt13__atomic_baseIiEoREi", scope: !47, file: !6, line: 424, type: !85, scopeLine: 424, flags: DIFlagPrototyped, spFlags: 0)
!113 = !DISubprogram(name: "operator|=", linkageName: "_ZNVSt13__atomic_baseIiEoREi", scope: !47, file: !6, line: 428, type: !88, scopeLine: 428, flags: DIFlagPrototyped, spFlags: 0)
!114 = !DISubprogram(name: "operator^=", linkageName: "_ZNSt13__atomic_baseIiEeOEi", scope: !47, file: !6, line: 432, type: !85, scopeLine: 432, flags: DIFlagPrototyped, spFlags: 0)
!115 = !DISubprogram(name: "operator^=", linkageName: "_ZNVSt13__atomic_baseIiEeOEi", scope: !47, file: !6, line: 436, type: !88, scopeLine: 436, flags: DIFlagPrototyped, spFlags: 0)
!116 = !DISubprogram(name: "is_lock_free", linkageName: "_ZNKSt13__atomic_baseIiE12is_lock_freeEv", scope: !47, file: !6, line: 440, type: !117, scopeLine: 440, flags: DIFlagPrototyped, spFlags: 0)
!117 = !DISubroutineType(types: !118)
!118 = !{!119, !78}
!119 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!120 = !DISubprogram(name: "is_lock_free", linkageName: "_ZNVKSt13__atomic_baseIiE12is_lock_freeEv", scope: !47, file: !6, line: 448, type: !121, scopeLine: 448, flags: DIFlagPrototyped, spFlags: 0)
!121 = !DISubroutineType(types: !122)
!122 = !{!119, !82}
!123 = !DISubprogram(name: "store", linkageName: "_ZNSt13__atomic_baseIiE5storeEiSt12memory_order", scope: !47, file: !6, line: 456, type: !124, scopeLine: 456, flags: DIFlagPrototyped, spFlags: 0)
!124 = !DISubroutineType(types: !125)
!125 = !{null, !56, !52, !126}
!126 = !DIDerivedType(tag: DW_TAG_typedef, name: "memory_order", scope: !7, file: !6, line: 86, baseType: !5)
!127 = !DISubprogram(name: "store", linkageName: "_ZNVSt13__atomic_baseIiE5storeEiSt12memory_order", scope: !47, file: !6, line: 468, type: !128, scopeLine: 468, flags: DIFlagPrototyped, spFlags: 0)
!128 = !DISubroutineType(types: !129)
!129 = !{null, !70, !52, !126}
!130 = !DISubprogram(name: "load", linkageName: "_ZNKSt13__atomic_baseIiE4loadESt12memory_order", scope: !47, file: !6, line: 481, type: !131, scopeLine: 481, flags: DIFlagPrototyped, spFlags: 0)
!131 = !DISubroutineType(types: !132)
!132 = !{!52, !78, !126}
!133 = !DISubprogram(name: "load", linkageName: "_ZNVKSt13__atomic_baseIiE4loadESt12memory_order", scope: !47, file: !6, line: 492, type: !134, scopeLine: 492, flags: DIFlagPrototyped, spFlags: 0)
!134 = !DISubroutineType(types: !135)
!135 = !{!52, !82, !126}
!136 = !DISubprogram(name: "exchange", linkageName: "_ZNSt13__atomic_baseIiE8exchangeEiSt12memory_order", scope: !47, file: !6, line: 503, type: !137, scopeLine: 503, flags: DIFlagPrototyped, spFlags: 0)
!137 = !DISubroutineType(types: !138)
!138 = !{!52, !56, !52, !126}
!139 = !DISubprogram(name: "exchange", linkageName: "_ZNVSt13__atomic_baseIiE8exchangeEiSt12memory_order", scope: !47, file: !6, line: 511, type: !140, scopeLine: 511, flags: DIFlagPrototyped, spFlags: 0)
!140 = !DISubroutineType(types: !141)
!141 = !{!52, !70, !52, !126}
!142 = !DISubprogram(name: "compare_exchange_weak", linkageName: "_ZNSt13__atomic_baseIiE21compare_exchange_weakERiiSt12memory_orderS2_", scope: !47, file: !6, line: 518, type: !143, scopeLine: 518, flags: DIFlagPrototyped, spFlags: 0)
!143 = !DISubroutineType(types: !144)
!144 = !{!119, !56, !145, !52, !126, !126}
!145 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !52, size: 64)
!146 = !DISubprogram(name: "compare_exchange_weak", linkageName: "_ZNVSt13__atomic_baseIiE21compare_exchange_weakERiiSt12memory_orderS2_", scope: !47, file: !6, line: 528, type: !147, scopeLine: 528, flags: DIFlagPrototyped, spFlags: 0)
!147 = !DISubroutineType(types: !148)
!148 = !{!119, !70, !145, !52, !126, !126}
!149 = !DISubprogram(name: "compare_exchange_weak", linkageName: "_ZNSt13__atomic_baseIiE21compare_exchange_weakERiiSt12memory_order", scope: !47, file: !6, line: 539, type: !150, scopeLine: 539, flags: DIFlagPrototyped, spFlags: 0)
!150 = !DISubroutineType(types: !151)
!151 = !{!119, !56, !145, !52, !126}
!152 = !DISubprogram(name: "compare_exchange_weak", linkageName: "_ZNVSt13__atomic_baseIiE21compare_exchange_weakERiiSt12memory_order", scope: !47, file: !6, line: 547, type: !153, scopeLine: 547, flags: DIFlagPrototyped, spFlags: 0)
!153 = !DISubroutineType(types: !154)
!154 = !{!119, !70, !145, !52, !126}
!155 = !DISubprogram(name: "compare_exchange_strong", linkageName: "_ZNSt13__atomic_baseIiE23compare_exchange_strongERiiSt12memory_orderS2_", scope: !47, file: !6, line: 555, type: !143, scopeLine: 555, flags: DIFlagPrototyped, spFlags: 0)
!156 = !DISubprogram(name: "compare_exchange_strong", linkageName: "_ZNVSt13__atomic_baseIiE23compare_exchange_strongERiiSt12memory_orderS2_", scope: !47, file: !6, line: 565, type: !147, scopeLine: 565, flags: DIFlagPrototyped, spFlags: 0)
!157 = !DISubprogram(name: "compare_exchange_strong", linkageName: "_ZNSt13__atomic_baseIiE23compare_exchange_strongERiiSt12memory_order", scope: !47, file: !6, line: 576, type: !150, scopeLine: 576, flags: DIFlagPrototyped, spFlags: 0)
!158 = !DISubprogram(name: "compare_exchange_strong", linkageName: "_ZNVSt13__atomic_baseIiE23compare_exchange_strongERiiSt12memory_order", scope: !47, file: !6, line: 584, type: !153, scopeLine: 584, flags: DIFlagPrototyped, spFlags: 0)
!159 = !DISubprogram(name: "fetch_add", linkageName: "_ZNSt13__atomic_baseIiE9fetch_addEiSt12memory_order", scope: !47, file: !6, line: 616, type: !137, scopeLine: 616, flags: DIFlagPrototyped, spFlags: 0)
!160 = !DISubprogram(name: "fetch_add", linkageName: "_ZNVSt13__atomic_baseIiE9fetch_addEiSt12memory_order", scope: !47, file: !6, line: 621, type: !140, scopeLine: 621, flags: DIFlagPrototyped, spFlags: 0)
!161 = !DISubprogram(name: "fetch_sub", linkageName: "_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order", scope: !47, file: !6, line: 626, type: !137, scopeLine: 626, flags: DIFlagPrototyped, spFlags: 0)
!162 = !DISubprogram(name: "fetch_sub", linkageName: "_ZNVSt13__atomic_baseIiE9fetch_subEiSt12memory_order", scope: !47, file: !6, line: 631, type: !140, scopeLine: 631, flags: DIFlagPrototyped, spFlags: 0)
!163 = !DISubprogram(name: "fetch_and", linkageName: "_ZNSt13__atomic_baseIiE9fetch_andEiSt12memory_order", scope: !47, file: !6, line: 636, type: !137, scopeLine: 636, flags: DIFlagPrototyped, spFlags: 0)
!164 = !DISubprogram(name: "fetch_and", linkageName: "_ZNVSt13__atomic_baseIiE9fetch_andEiSt12memory_order", scope: !47, file: !6, line: 641, type: !140, scopeLine: 641, flags: DIFlagPrototyped, spFlags: 0)
!165 = !DISubprogram(name: "fetch_or", linkageName: "_ZNSt13__atomic_baseIiE8fetch_orEiSt12memory_order", scope: !47, file: !6, line: 646, type: !137, scopeLine: 646, flags: DIFlagPrototyped, spFlags: 0)
!166 = !DISubprogram(name: "fetch_or", linkageName: "_ZNVSt13__atomic_baseIiE8fetch_orEiSt12memory_order", scope: !47, file: !6, line: 651, type: !140, scopeLine: 651, flags: DIFlagPrototyped, spFlags: 0)
!167 = !DISubprogram(name: "fetch_xor", linkageName: "_ZNSt13__atomic_baseIiE9fetch_xorEiSt12memory_order", scope: !47, file: !6, line: 656, type: !137, scopeLine: 656, flags: DIFlagPrototyped, spFlags: 0)
!168 = !DISubprogram(name: "fetch_xor", linkageName: "_ZNVSt13__atomic_baseIiE9fetch_xorEiSt12memory_order", scope: !47, file: !6, line: 661, type: !140, scopeLine: 661, flags: DIFlagPrototyped, spFlags: 0)
!169 = !{!170}
!170 = !DITemplateTypeParameter(name: "_ITp", type: !27)
!171 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "atomic<int>", scope: !7, file: !172, line: 824, size: 32, flags: DIFlagTypePassByReference, elements: !173, templateParams: !198, identifier: "_ZTSSt6atomicIiE")
!172 = !DIFile(filename: "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/atomic", directory: "")
!173 = !{!174, !175, !179, !180, !185, !189, !194}
!174 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !171, baseType: !47, extraData: i32 0)
!175 = !DISubprogram(name: "atomic", scope: !171, file: !172, line: 829, type: !176, scopeLine: 829, flags: DIFlagPrototyped, spFlags: 0)
!176 = !DISubroutineType(types: !177)
!177 = !{null, !178}
!178 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !171, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!179 = !DISubprogram(name: "~atomic", scope: !171, file: !172, line: 830, type: !176, scopeLine: 830, flags: DIFlagPrototyped, spFlags: 0)
!180 = !DISubprogram(name: "atomic", scope: !171, file: !172, line: 831, type: !181, scopeLine: 831, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!181 = !DISubroutineType(types: !182)
!182 = !{null, !178, !183}
!183 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !184, size: 64)
!184 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !171)
!185 = !DISubprogram(name: "operator=", linkageName: "_ZNSt6atomicIiEaSERKS0_", scope: !171, file: !172, line: 832, type: !186, scopeLine: 832, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!186 = !DISubroutineType(types: !187)
!187 = !{!188, !178, !183}
!188 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !171, size: 64)
!189 = !DISubprogram(name: "operator=", linkageName: "_ZNVSt6atomicIiEaSERKS0_", scope: !171, file: !172, line: 833, type: !190, scopeLine: 833, flags: DIFlagPrototyped, spFlags: DISPFlagDeleted)
!190 = !DISubroutineType(types: !191)
!191 = !{!188, !192, !183}
!192 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !193, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!193 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !171)
!194 = !DISubprogram(name: "atomic", scope: !171, file: !172, line: 835, type: !195, scopeLine: 835, flags: DIFlagPrototyped, spFlags: 0)
!195 = !DISubroutineType(types: !196)
!196 = !{null, !178, !197}
!197 = !DIDerivedType(tag: DW_TAG_typedef, name: "__integral_type", scope: !171, file: !172, line: 826, baseType: !27)
!198 = !{!199}
!199 = !DITemplateTypeParameter(name: "_Tp", type: !27)
!200 = !{!0, !201, !203}
!201 = !DIGlobalVariableExpression(var: !202, expr: !DIExpression())
!202 = distinct !DIGlobalVariable(name: "unit", linkageName: "_ZL4unit", scope: !2, file: !3, line: 8, type: !17, isLocal: true, isDefinition: true)
!203 = !DIGlobalVariableExpression(var: !204, expr: !DIExpression())
!204 = distinct !DIGlobalVariable(name: "total", linkageName: "_ZL5total", scope: !2, file: !3, line: 5, type: !171, isLocal: true, isDefinition: true)
!205 = !{i32 7, !"Dwarf Version", i32 5}
!206 = !{i32 2, !"Debug Info Version", i32 3}
!207 = !{i32 1, !"wchar_size", i32 4}
!208 = !{i32 7, !"PIC Level", i32 2}
!209 = !{i32 7, !"PIE Level", i32 2}
!210 = !{i32 7, !"uwtable", i32 1}
!211 = !{i32 7, !"frame-pointer", i32 2}
!212 = !{!"Debian clang version 14.0.6"}
!213 = distinct !DISubprogram(name: "__cxx_global_var_init", scope: !214, file: !214, type: !215, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !217)
!214 = !DIFile(filename: "smallcpp.cpp", directory: "/src")
!215 = !DISubroutineType(types: !216)
!216 = !{null}
!217 = !{}
!218 = !DILocation(line: 8, column: 15, scope: !219)
!219 = !DILexicalBlockFile(scope: !213, file: !3, discriminator: 0)
!220 = !DILocation(line: 0, scope: !213)
!221 = !DILocation(line: 8, column: 20, scope: !219)
!222 = distinct !DISubprogram(name: "Square", linkageName: "_ZN6SquareC2Ei", scope: !17, file: !3, line: 4, type: !39, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !38, retainedNodes: !217)
!223 = !DILocalVariable(name: "this", arg: 1, scope: !222, type: !224, flags: DIFlagArtificial | DIFlagObjectPointer)
!224 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!225 = !DILocation(line: 0, scope: !222)
!226 = !DILocalVariable(name: "s", arg: 2, scope: !222, file: !3, line: 4, type: !27)
!227 = !DILocation(line: 4, column: 55, scope: !222)
!228 = !DILocation(line: 4, column: 68, scope: !222)
!229 = !DILocation(line: 4, column: 44, scope: !222)
!230 = !DILocation(line: 4, column: 60, scope: !222)
!231 = !DILocation(line: 4, column: 65, scope: !222)
!232 = !DILocation(line: 4, column: 69, scope: !222)
!233 = distinct !DISubprogram(name: "~Square", linkageName: "_ZN6SquareD2Ev", scope: !17, file: !3, line: 4, type: !234, scopeLine: 4, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !236, retainedNodes: !217)
!234 = !DISubroutineType(types: !235)
!235 = !{null, !41}
!236 = !DISubprogram(name: "~Square", scope: !17, type: !234, containingType: !17, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual)
!237 = !DILocalVariable(name: "this", arg: 1, scope: !233, type: !224, flags: DIFlagArtificial | DIFlagObjectPointer)
!238 = !DILocation(line: 0, scope: !233)
!239 = !DILocation(line: 4, column: 8, scope: !240)
!240 = distinct !DILexicalBlock(scope: !233, file: !3, line: 4, column: 8)
!241 = !DILocation(line: 4, column: 8, scope: !233)
!242 = distinct !DISubprogram(name: "measure", linkageName: "_Z7measureRK5Shape", scope: !3, file: !3, line: 9, type: !243, scopeLine: 9, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !217)
!243 = !DISubroutineType(types: !244)
!244 = !{!27, !245}
!245 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !32, size: 64)
!246 = !DILocalVariable(name: "shape", arg: 1, scope: !242, file: !3, line: 9, type: !245)
!247 = !DILocation(line: 9, column: 26, scope: !242)
!248 = !DILocalVariable(name: "guard", scope: !242, file: !3, line: 9, type: !249)
!249 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Guard", file: !3, line: 7, size: 8, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !250, identifier: "_ZTS5Guard")
!250 = !{!251}
!251 = !DISubprogram(name: "~Guard", scope: !249, file: !3, line: 7, type: !252, scopeLine: 7, flags: DIFlagPrototyped, spFlags: 0)
!252 = !DISubroutineType(types: !253)
!253 = !{null, !254}
!254 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !249, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!255 = !DILocation(line: 9, column: 41, scope: !242)
!256 = !DILocation(line: 9, column: 48, scope: !242)
!257 = !DILocation(line: 9, column: 61, scope: !258)
!258 = distinct !DILexicalBlock(scope: !242, file: !3, line: 9, column: 61)
!259 = !DILocation(line: 9, column: 67, scope: !258)
!260 = !DILocation(line: 9, column: 74, scope: !258)
!261 = !DILocation(line: 9, column: 61, scope: !242)
!262 = !DILocation(line: 9, column: 79, scope: !258)
!263 = !DILocation(line: 9, column: 118, scope: !258)
!264 = !DILocation(line: 9, column: 118, scope: !242)
!265 = !DILocation(line: 9, column: 104, scope: !242)
!266 = !DILocation(line: 9, column: 110, scope: !242)
!267 = !DILocation(line: 9, column: 101, scope: !242)
!268 = distinct !DISubprogram(name: "operator+=", linkageName: "_ZNSt13__atomic_baseIiEpLEi", scope: !47, file: !6, line: 400, type: !85, scopeLine: 401, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !106, retainedNodes: !217)
!269 = !DILocalVariable(name: "this", arg: 1, scope: !268, type: !270, flags: DIFlagArtificial | DIFlagObjectPointer)
!270 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!271 = !DILocation(line: 0, scope: !268)
!272 = !DILocalVariable(name: "__i", arg: 2, scope: !268, file: !6, line: 400, type: !52)
!273 = !DILocation(line: 400, column: 29, scope: !268)
!274 = !DILocation(line: 401, column: 36, scope: !268)
!275 = !DILocation(line: 401, column: 42, scope: !268)
!276 = !DILocation(line: 401, column: 16, scope: !268)
!277 = !DILocation(line: 401, column: 9, scope: !268)
!278 = distinct !DISubprogram(name: "~Guard", linkageName: "_ZN5GuardD2Ev", scope: !249, file: !3, line: 7, type: !252, scopeLine: 7, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !251, retainedNodes: !217)
!279 = !DILocalVariable(name: "this", arg: 1, scope: !278, type: !280, flags: DIFlagArtificial | DIFlagObjectPointer)
!280 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !249, size: 64)
!281 = !DILocation(line: 0, scope: !278)
!282 = !DILocalVariable(name: "this", arg: 1, scope: !283, type: !270, flags: DIFlagArtificial | DIFlagObjectPointer)
!283 = distinct !DISubprogram(name: "fetch_sub", linkageName: "_ZNSt13__atomic_baseIiE9fetch_subEiSt12memory_order", scope: !47, file: !6, line: 626, type: !137, scopeLine: 628, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !161, retainedNodes: !217)
!284 = !DILocation(line: 0, scope: !283, inlinedAt: !285)
!285 = distinct !DILocation(line: 7, column: 33, scope: !286)
!286 = distinct !DILexicalBlock(scope: !278, file: !3, line: 7, column: 25)
!287 = !DILocalVariable(name: "__i", arg: 2, scope: !283, file: !6, line: 626, type: !52)
!288 = !DILocation(line: 626, column: 28, scope: !283, inlinedAt: !285)
!289 = !DILocalVariable(name: "__m", arg: 3, scope: !283, file: !6, line: 627, type: !126)
!290 = !DILocation(line: 627, column: 16, scope: !283, inlinedAt: !285)
!291 = !DILocation(line: 628, column: 36, scope: !283, inlinedAt: !285)
!292 = !DILocation(line: 628, column: 51, scope: !283, inlinedAt: !285)
!293 = !DILocation(line: 628, column: 42, scope: !283, inlinedAt: !285)
!294 = !DILocation(line: 628, column: 16, scope: !283, inlinedAt: !285)
!295 = !DILocation(line: 7, column: 74, scope: !278)
!296 = distinct !DISubprogram(name: "safe", linkageName: "_Z4safei", scope: !3, file: !3, line: 10, type: !297, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !217)
!297 = !DISubroutineType(types: !298)
!298 = !{!27, !27}
!299 = !DILocalVariable(name: "n", arg: 1, scope: !296, file: !3, line: 10, type: !27)
!300 = !DILocation(line: 10, column: 14, scope: !296)
!301 = !DILocation(line: 10, column: 47, scope: !302)
!302 = distinct !DILexicalBlock(scope: !296, file: !3, line: 10, column: 23)
!303 = !DILocation(line: 10, column: 40, scope: !302)
!304 = !DILocation(line: 10, column: 32, scope: !302)
!305 = !DILocation(line: 10, column: 25, scope: !302)
!306 = !DILocation(line: 10, column: 109, scope: !302)
!307 = !DILocation(line: 10, column: 52, scope: !302)
!308 = !DILocalVariable(name: "e", scope: !296, file: !3, line: 10, type: !27)
!309 = !DILocation(line: 10, column: 65, scope: !296)
!310 = !DILocation(line: 10, column: 107, scope: !311)
!311 = distinct !DILexicalBlock(scope: !296, file: !3, line: 10, column: 95)
!312 = !DILocation(line: 10, column: 78, scope: !313)
!313 = distinct !DILexicalBlock(scope: !296, file: !3, line: 10, column: 68)
!314 = !DILocation(line: 10, column: 77, scope: !313)
!315 = !DILocation(line: 10, column: 70, scope: !313)
!316 = !DILocation(line: 10, column: 81, scope: !313)
!317 = !DILocation(line: 10, column: 97, scope: !311)
!318 = !DILocation(line: 10, column: 109, scope: !296)
!319 = distinct !DISubprogram(name: "Shape", linkageName: "_ZN5ShapeC2Ev", scope: !20, file: !3, line: 3, type: !34, scopeLine: 3, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !320, retainedNodes: !217)
!320 = !DISubprogram(name: "Shape", scope: !20, type: !34, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: 0)
!321 = !DILocalVariable(name: "this", arg: 1, scope: !319, type: !322, flags: DIFlagArtificial | DIFlagObjectPointer)
!322 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64)
!323 = !DILocation(line: 0, scope: !319)
!324 = !DILocation(line: 3, column: 8, scope: !319)
!325 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6Square4areaEv", scope: !17, file: !3, line: 4, type: !43, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !42, retainedNodes: !217)
!326 = !DILocalVariable(name: "this", arg: 1, scope: !325, type: !327, flags: DIFlagArtificial | DIFlagObjectPointer)
!327 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64)
!328 = !DILocation(line: 0, scope: !325)
!329 = !DILocation(line: 4, column: 106, scope: !325)
!330 = !DILocation(line: 4, column: 113, scope: !325)
!331 = !DILocation(line: 4, column: 111, scope: !325)
!332 = !DILocation(line: 4, column: 99, scope: !325)
!333 = distinct !DISubprogram(name: "~Square", linkageName: "_ZN6SquareD0Ev", scope: !17, file: !3, line: 4, type: !234, scopeLine: 4, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !236, retainedNodes: !217)
!334 = !DILocalVariable(name: "this", arg: 1, scope: !333, type: !224, flags: DIFlagArtificial | DIFlagObjectPointer)
!335 = !DILocation(line: 0, scope: !333)
!336 = !DILocation(line: 4, column: 8, scope: !333)
!337 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD2Ev", scope: !20, file: !3, line: 3, type: !34, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !33, retainedNodes: !217)
!338 = !DILocalVariable(name: "this", arg: 1, scope: !337, type: !322, flags: DIFlagArtificial | DIFlagObjectPointer)
!339 = !DILocation(line: 0, scope: !337)
!340 = !DILocation(line: 3, column: 64, scope: !337)
!341 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD0Ev", scope: !20, file: !3, line: 3, type: !34, scopeLine: 3, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, declaration: !33, retainedNodes: !217)
!342 = !DILocalVariable(name: "this", arg: 1, scope: !341, type: !322, flags: DIFlagArtificial | DIFlagObjectPointer)
!343 = !DILocation(line: 0, scope: !341)
!344 = !DILocation(line: 3, column: 63, scope: !341)
!345 = distinct !DISubprogram(linkageName: "_GLOBAL__sub_I_smallcpp.cpp", scope: !214, file: !214, type: !346, flags: DIFlagArtificial, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !217)
!346 = !DISubroutineType(types: !217)
!347 = !DILocation(line: 0, scope: !345)
