; ModuleID = 'kitchen.c'
source_filename = "kitchen.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pk = type <{ i8, i32 }>
%union.u = type { double, [8 x i8] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.big = type { [100 x i8], i32 }
%struct.bf = type { i32 }

@weakv = weak dso_local global i32 3, align 4
@arr = dso_local global [3 x %struct.pk] [%struct.pk <{ i8 1, i32 2 }>, %struct.pk <{ i8 3, i32 4 }>, %struct.pk zeroinitializer], align 1
@un = dso_local global %union.u { double 2.000000e+00, [8 x i8] undef }, align 8
@.str = private unnamed_addr constant [7 x i8] c"a\22b\\c\0A\00", align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"z\00", align 1
@names = dso_local global [3 x ptr] [ptr @.str, ptr null, ptr @.str.1], align 16
@fns = dso_local global [2 x ptr] [ptr @al_target, ptr @al], align 16
@off = dso_local global i64 100, align 8
@mid = dso_local global ptr getelementptr (i8, ptr @arr, i64 7), align 8
@common = dso_local global i32 0, align 4
@gotof.tab = internal global [2 x ptr] [ptr blockaddress(@gotof, %a), ptr blockaddress(@gotof, %b)], align 16
@ldg = dso_local global x86_fp80 0xK4000C90FCF80DC33721D, align 16
@q128 = dso_local global fp128 0xL00000000000000003FFF000000000000, align 16
@ff = dso_local global float 1.000000e+10, align 4
@inf = dso_local global double 0x7FF0000000000000, align 8
@.str.2 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@t1 = dso_local thread_local global i32 0, align 4
@t2 = internal thread_local global i32 4, align 4
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }]

@al = dso_local alias i32 (i32), ptr @al_target

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @al_target(i32 noundef %x) #0 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  ret i32 %0
}

; Function Attrs: noinline nounwind uwtable
define internal void @ctor() #0 {
entry:
  store i32 1, ptr @common, align 4
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @va(i32 noundef %n, ...) #0 {
entry:
  %n.addr = alloca i32, align 4
  %ap = alloca [1 x %struct.__va_list_tag], align 16
  %s = alloca i32, align 4
  %i = alloca i32, align 4
  %d = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %arraydecay)
  store i32 0, ptr %s, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %arraydecay1 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 0
  %gp_offset = load i32, ptr %gp_offset_p, align 16
  %fits_in_gp = icmp ule i32 %gp_offset, 40
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 3
  %reg_save_area = load ptr, ptr %2, align 16
  %3 = getelementptr i8, ptr %reg_save_area, i32 %gp_offset
  %4 = add i32 %gp_offset, 8
  store i32 %4, ptr %gp_offset_p, align 16
  br label %vaarg.end

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay1, i32 0, i32 2
  %overflow_arg_area = load ptr, ptr %overflow_arg_area_p, align 8
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area, i32 8
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8
  br label %vaarg.end

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi ptr [ %3, %vaarg.in_reg ], [ %overflow_arg_area, %vaarg.in_mem ]
  %5 = load i32, ptr %vaarg.addr, align 4
  %6 = load i32, ptr %s, align 4
  %add = add nsw i32 %6, %5
  store i32 %add, ptr %s, align 4
  br label %for.inc

for.inc:                                          ; preds = %vaarg.end
  %7 = load i32, ptr %i, align 4
  %inc = add nsw i32 %7, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0
  %fp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay2, i32 0, i32 1
  %fp_offset = load i32, ptr %fp_offset_p, align 4
  %fits_in_fp = icmp ule i32 %fp_offset, 160
  br i1 %fits_in_fp, label %vaarg.in_reg3, label %vaarg.in_mem5

vaarg.in_reg3:                                    ; preds = %for.end
  %8 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay2, i32 0, i32 3
  %reg_save_area4 = load ptr, ptr %8, align 16
  %9 = getelementptr i8, ptr %reg_save_area4, i32 %fp_offset
  %10 = add i32 %fp_offset, 16
  store i32 %10, ptr %fp_offset_p, align 4
  br label %vaarg.end9

vaarg.in_mem5:                                    ; preds = %for.end
  %overflow_arg_area_p6 = getelementptr inbounds %struct.__va_list_tag, ptr %arraydecay2, i32 0, i32 2
  %overflow_arg_area7 = load ptr, ptr %overflow_arg_area_p6, align 8
  %overflow_arg_area.next8 = getelementptr i8, ptr %overflow_arg_area7, i32 8
  store ptr %overflow_arg_area.next8, ptr %overflow_arg_area_p6, align 8
  br label %vaarg.end9

vaarg.end9:                                       ; preds = %vaarg.in_mem5, %vaarg.in_reg3
  %vaarg.addr10 = phi ptr [ %9, %vaarg.in_reg3 ], [ %overflow_arg_area7, %vaarg.in_mem5 ]
  %11 = load double, ptr %vaarg.addr10, align 8
  store double %11, ptr %d, align 8
  %arraydecay11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %ap, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %arraydecay11)
  %12 = load i32, ptr %s, align 4
  %13 = load double, ptr %d, align 8
  %conv = fptosi double %13 to i32
  %add12 = add nsw i32 %12, %conv
  ret i32 %add12
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #1

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local void @byval(ptr dead_on_unwind noalias writable sret(%struct.big) align 4 %agg.result, ptr noundef byval(%struct.big) align 8 %b) #0 {
entry:
  %x = getelementptr inbounds %struct.big, ptr %b, i32 0, i32 1
  %0 = load i32, ptr %x, align 4
  %inc = add nsw i32 %0, 1
  store i32 %inc, ptr %x, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.result, ptr align 8 %b, i64 104, i1 false)
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: noinline nounwind uwtable
define dso_local <4 x i32> @vec(<4 x i32> noundef %a, <4 x i32> noundef %b) #3 {
entry:
  %a.addr = alloca <4 x i32>, align 16
  %b.addr = alloca <4 x i32>, align 16
  %c = alloca <4 x i32>, align 16
  store <4 x i32> %a, ptr %a.addr, align 16
  store <4 x i32> %b, ptr %b.addr, align 16
  %0 = load <4 x i32>, ptr %a.addr, align 16
  %1 = load <4 x i32>, ptr %b.addr, align 16
  %mul = mul <4 x i32> %0, %1
  %2 = load <4 x i32>, ptr %a.addr, align 16
  %add = add <4 x i32> %mul, %2
  store <4 x i32> %add, ptr %c, align 16
  %3 = load <4 x i32>, ptr %b.addr, align 16
  %vecext = extractelement <4 x i32> %3, i32 1
  %4 = load <4 x i32>, ptr %c, align 16
  %vecins = insertelement <4 x i32> %4, i32 %vecext, i32 2
  store <4 x i32> %vecins, ptr %c, align 16
  %5 = load <4 x i32>, ptr %c, align 16
  %6 = load <4 x i32>, ptr %a.addr, align 16
  %shuffle = shufflevector <4 x i32> %5, <4 x i32> %6, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x i32> %shuffle
}

; Function Attrs: noinline nounwind uwtable
define dso_local float @fl(float noundef %a, double noundef %b, x86_fp80 noundef %c) #0 {
entry:
  %a.addr = alloca float, align 4
  %b.addr = alloca double, align 8
  %c.addr = alloca x86_fp80, align 16
  store float %a, ptr %a.addr, align 4
  store double %b, ptr %b.addr, align 8
  store x86_fp80 %c, ptr %c.addr, align 16
  %0 = load float, ptr %a.addr, align 4
  %conv = fpext float %0 to double
  %1 = load double, ptr %b.addr, align 8
  %cmp = fcmp olt double %conv, %1
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %2 = load double, ptr %b.addr, align 8
  %conv2 = fpext double %2 to x86_fp80
  %3 = load x86_fp80, ptr %c.addr, align 16
  %mul = fmul x86_fp80 %conv2, %3
  %conv3 = fptrunc x86_fp80 %mul to float
  br label %cond.end

cond.false:                                       ; preds = %entry
  %4 = load float, ptr %a.addr, align 4
  %fneg = fneg float %4
  %5 = load double, ptr %b.addr, align 8
  %conv4 = fptosi double %5 to i32
  %conv5 = sitofp i32 %conv4 to float
  %add = fadd float %fneg, %conv5
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi float [ %conv3, %cond.true ], [ %add, %cond.false ]
  ret float %cond
}

; Function Attrs: noinline nounwind uwtable
define dso_local zeroext i1 @bl(ptr noundef %p) #0 {
entry:
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8
  %0 = load ptr, ptr %p.addr, align 8
  %tobool = icmp ne ptr %0, null
  br i1 %tobool, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %1 = load ptr, ptr %p.addr, align 8
  %2 = load i32, ptr %1, align 4
  %cmp = icmp sgt i32 %2, 3
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp, %land.rhs ]
  ret i1 %3
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @asmf(i32 noundef %x) #0 {
entry:
  %x.addr = alloca i32, align 4
  %r = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  %1 = call i32 asm sideeffect "addl $$1, $0", "=r,0,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(i32 %0) #8, !srcloc !8
  store i32 %1, ptr %r, align 4
  call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #8, !srcloc !9
  %2 = load i32, ptr %r, align 4
  ret i32 %2
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @gotof(i32 noundef %x) #0 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  %and = and i32 %0, 1
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @gotof.tab, i64 0, i64 %idxprom
  %1 = load ptr, ptr %arrayidx, align 8
  br label %indirectgoto

a:                                                ; preds = %indirectgoto
  store i32 1, ptr %retval, align 4
  br label %return

b:                                                ; preds = %indirectgoto
  store i32 2, ptr %retval, align 4
  br label %return

return:                                           ; preds = %b, %a
  %2 = load i32, ptr %retval, align 4
  ret i32 %2

indirectgoto:                                     ; preds = %entry
  %indirect.goto.dest = phi ptr [ %1, %entry ]
  indirectbr ptr %indirect.goto.dest, [label %a, label %b]
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @asmgoto(i32 noundef %x) #0 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  callbr void asm sideeffect "testl $0, $0; jne ${1:l}", "r,!i,~{dirflag},~{fpsr},~{flags}"(i32 %0) #8
          to label %asm.fallthrough [label %lab], !srcloc !10

asm.fallthrough:                                  ; preds = %entry
  store i32 0, ptr %retval, align 4
  br label %return

lab:                                              ; preds = %entry
  store i32 1, ptr %retval, align 4
  br label %return

return:                                           ; preds = %lab, %asm.fallthrough
  %1 = load i32, ptr %retval, align 4
  ret i32 %1
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @sw(i64 noundef %x) #0 {
entry:
  %retval = alloca i32, align 4
  %x.addr = alloca i64, align 8
  store i64 %x, ptr %x.addr, align 8
  %0 = load i64, ptr %x.addr, align 8
  switch i64 %0, label %sw.default [
    i64 1, label %sw.bb
    i64 -5, label %sw.bb1
    i64 7, label %sw.bb2
    i64 8, label %sw.bb2
    i64 9, label %sw.bb2
  ]

sw.bb:                                            ; preds = %entry
  store i32 3, ptr %retval, align 4
  br label %return

sw.bb1:                                           ; preds = %entry
  store i32 4, ptr %retval, align 4
  br label %return

sw.bb2:                                           ; preds = %entry, %entry, %entry
  store i32 5, ptr %retval, align 4
  br label %return

sw.default:                                       ; preds = %entry
  store i32 0, ptr %retval, align 4
  br label %return

return:                                           ; preds = %sw.default, %sw.bb2, %sw.bb1, %sw.bb
  %1 = load i32, ptr %retval, align 4
  ret i32 %1
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @ov(i32 noundef %a, i32 noundef %b) #0 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  %r = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4
  store i32 %b, ptr %b.addr, align 4
  %0 = load i32, ptr %a.addr, align 4
  %1 = load i32, ptr %b.addr, align 4
  %2 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 %1)
  %3 = extractvalue { i32, i1 } %2, 1
  %4 = extractvalue { i32, i1 } %2, 0
  store i32 %4, ptr %r, align 4
  br i1 %3, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  call void @abort() #9
  unreachable

if.end:                                           ; preds = %entry
  %5 = load i32, ptr %r, align 4
  ret i32 %5
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #4

; Function Attrs: noreturn nounwind
declare void @abort() #5

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @bits(i32 noundef %x) #0 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  %1 = call i32 @llvm.ctpop.i32(i32 %0)
  %2 = load i32, ptr %x.addr, align 4
  %or = or i32 %2, 1
  %3 = call i32 @llvm.ctlz.i32(i32 %or, i1 true)
  %add = add nsw i32 %1, %3
  %4 = load i32, ptr %x.addr, align 4
  %5 = call i32 @llvm.bswap.i32(i32 %4)
  %add1 = add i32 %add, %5
  ret i32 %add1
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #4

; Function Attrs: noinline nounwind uwtable
define dso_local void @atom(ptr noundef %p, ptr noundef %q, ptr noundef %c, ptr noundef %d) #0 {
entry:
  %p.addr = alloca ptr, align 8
  %q.addr = alloca ptr, align 8
  %c.addr = alloca ptr, align 8
  %d.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  %atomic-temp2 = alloca i32, align 4
  %.atomictmp3 = alloca i64, align 8
  %atomic-temp4 = alloca i64, align 8
  %e = alloca i64, align 8
  %.atomictmp5 = alloca i64, align 8
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp6 = alloca i8, align 1
  store ptr %p, ptr %p.addr, align 8
  store ptr %q, ptr %q.addr, align 8
  store ptr %c, ptr %c.addr, align 8
  store ptr %d, ptr %d.addr, align 8
  %0 = load ptr, ptr %p.addr, align 8
  store i32 1, ptr %.atomictmp, align 4
  %1 = load i32, ptr %.atomictmp, align 4
  %2 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  store i32 %2, ptr %atomic-temp, align 4
  %3 = load i32, ptr %atomic-temp, align 4
  %4 = load ptr, ptr %p.addr, align 8
  store i32 1, ptr %.atomictmp1, align 4
  %5 = load i32, ptr %.atomictmp1, align 4
  %6 = atomicrmw nand ptr %4, i32 %5 seq_cst, align 4
  store i32 %6, ptr %atomic-temp2, align 4
  %7 = load i32, ptr %atomic-temp2, align 4
  %8 = load ptr, ptr %q.addr, align 8
  store i64 3, ptr %.atomictmp3, align 8
  %9 = load i64, ptr %.atomictmp3, align 8
  %10 = atomicrmw xchg ptr %8, i64 %9 acq_rel, align 8
  store i64 %10, ptr %atomic-temp4, align 8
  %11 = load i64, ptr %atomic-temp4, align 8
  store i64 1, ptr %e, align 8
  %12 = load ptr, ptr %q.addr, align 8
  store i64 4, ptr %.atomictmp5, align 8
  %13 = load i64, ptr %e, align 8
  %14 = load i64, ptr %.atomictmp5, align 8
  %15 = cmpxchg weak ptr %12, i64 %13, i64 %14 acquire monotonic, align 8
  %16 = extractvalue { i64, i1 } %15, 0
  %17 = extractvalue { i64, i1 } %15, 1
  br i1 %17, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %entry
  store i64 %16, ptr %e, align 8
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %entry
  %storedv = zext i1 %17 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1
  %18 = load i8, ptr %cmpxchg.bool, align 1
  %loadedv = trunc i8 %18 to i1
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  %19 = load ptr, ptr %p.addr, align 8
  %20 = atomicrmw max ptr %19, i32 3 seq_cst, align 4
  %21 = load ptr, ptr %p.addr, align 8
  %22 = atomicrmw umin ptr %21, i32 3 seq_cst, align 4
  %23 = load ptr, ptr %c.addr, align 8
  store i8 1, ptr %.atomictmp6, align 1
  %24 = load i8, ptr %.atomictmp6, align 1
  store atomic i8 %24, ptr %23 release, align 1
  %25 = load ptr, ptr %p.addr, align 8
  store volatile i32 1, ptr %25, align 4
  %26 = load ptr, ptr %c.addr, align 8
  %27 = atomicrmw xchg ptr %26, i8 1 seq_cst, align 1
  %tobool = icmp ne i8 %27, 0
  ret void
}

; Function Attrs: noinline nounwind uwtable
define dso_local { double, double } @cx(double noundef %a.coerce0, double noundef %a.coerce1) #0 {
entry:
  %retval = alloca { double, double }, align 8
  %a = alloca { double, double }, align 8
  %0 = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 0
  store double %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 1
  store double %a.coerce1, ptr %1, align 8
  %a.realp = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 0
  %a.real = load double, ptr %a.realp, align 8
  %a.imagp = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 1
  %a.imag = load double, ptr %a.imagp, align 8
  %a.realp1 = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 0
  %a.real2 = load double, ptr %a.realp1, align 8
  %a.imagp3 = getelementptr inbounds { double, double }, ptr %a, i32 0, i32 1
  %a.imag4 = load double, ptr %a.imagp3, align 8
  %mul_ac = fmul double %a.real, %a.real2
  %mul_bd = fmul double %a.imag, %a.imag4
  %mul_ad = fmul double %a.real, %a.imag4
  %mul_bc = fmul double %a.imag, %a.real2
  %mul_r = fsub double %mul_ac, %mul_bd
  %mul_i = fadd double %mul_ad, %mul_bc
  %isnan_cmp = fcmp uno double %mul_r, %mul_r
  br i1 %isnan_cmp, label %complex_mul_imag_nan, label %complex_mul_cont, !prof !11

complex_mul_imag_nan:                             ; preds = %entry
  %isnan_cmp5 = fcmp uno double %mul_i, %mul_i
  br i1 %isnan_cmp5, label %complex_mul_libcall, label %complex_mul_cont, !prof !11

complex_mul_libcall:                              ; preds = %complex_mul_imag_nan
  %call = call { double, double } @__muldc3(double noundef %a.real, double noundef %a.imag, double noundef %a.real2, double noundef %a.imag4) #8
  %2 = extractvalue { double, double } %call, 0
  %3 = extractvalue { double, double } %call, 1
  br label %complex_mul_cont

complex_mul_cont:                                 ; preds = %complex_mul_libcall, %complex_mul_imag_nan, %entry
  %real_mul_phi = phi double [ %mul_r, %entry ], [ %mul_r, %complex_mul_imag_nan ], [ %2, %complex_mul_libcall ]
  %imag_mul_phi = phi double [ %mul_i, %entry ], [ %mul_i, %complex_mul_imag_nan ], [ %3, %complex_mul_libcall ]
  %retval.realp = getelementptr inbounds { double, double }, ptr %retval, i32 0, i32 0
  %retval.imagp = getelementptr inbounds { double, double }, ptr %retval, i32 0, i32 1
  store double %real_mul_phi, ptr %retval.realp, align 8
  store double %imag_mul_phi, ptr %retval.imagp, align 8
  %4 = load { double, double }, ptr %retval, align 8
  ret { double, double } %4
}

declare { double, double } @__muldc3(double, double, double, double)

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @vla(i32 noundef %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4
  %1 = zext i32 %0 to i64
  %2 = call ptr @llvm.stacksave.p0()
  store ptr %2, ptr %saved_stack, align 8
  %vla = alloca i32, i64 %1, align 16
  store i64 %1, ptr %__vla_expr0, align 8
  %3 = mul nuw i64 4, %1
  call void @llvm.memset.p0.i64(ptr align 16 %vla, i8 0, i64 %3, i1 false)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %6 = load i32, ptr %i, align 4
  %7 = load i32, ptr %i, align 4
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %idxprom
  store i32 %6, ptr %arrayidx, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %8 = load i32, ptr %i, align 4
  %inc = add nsw i32 %8, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !12

for.end:                                          ; preds = %for.cond
  %9 = load i32, ptr %n.addr, align 4
  %div = sdiv i32 %9, 2
  %idxprom1 = sext i32 %div to i64
  %arrayidx2 = getelementptr inbounds i32, ptr %vla, i64 %idxprom1
  %10 = load i32, ptr %arrayidx2, align 4
  %11 = load ptr, ptr %saved_stack, align 8
  call void @llvm.stackrestore.p0(ptr %11)
  ret i32 %10
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #6

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @bff(i32 %x.coerce) #0 {
entry:
  %retval = alloca %struct.bf, align 4
  %x = alloca %struct.bf, align 4
  %coerce.dive = getelementptr inbounds %struct.bf, ptr %x, i32 0, i32 0
  store i32 %x.coerce, ptr %coerce.dive, align 4
  %bf.load = load i32, ptr %x, align 4
  %bf.clear = and i32 %bf.load, -8
  %bf.set = or i32 %bf.clear, 3
  store i32 %bf.set, ptr %x, align 4
  %bf.load1 = load i32, ptr %x, align 4
  %bf.clear2 = and i32 %bf.load1, -1073740801
  %bf.set3 = or i32 %bf.clear2, 1073737728
  store i32 %bf.set3, ptr %x, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %retval, ptr align 4 %x, i64 4, i1 false)
  %coerce.dive4 = getelementptr inbounds %struct.bf, ptr %retval, i32 0, i32 0
  %0 = load i32, ptr %coerce.dive4, align 4
  ret i32 %0
}

; Function Attrs: noinline nounwind uwtable
define dso_local { i64, i64 } @w(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b.coerce0, i64 noundef %b.coerce1) #0 {
entry:
  %retval = alloca i128, align 16
  %a = alloca i128, align 16
  %b = alloca i128, align 16
  %a.addr = alloca i128, align 16
  %b.addr = alloca i128, align 16
  %0 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 0
  store i64 %a.coerce0, ptr %0, align 16
  %1 = getelementptr inbounds { i64, i64 }, ptr %a, i32 0, i32 1
  store i64 %a.coerce1, ptr %1, align 8
  %a1 = load i128, ptr %a, align 16
  %2 = getelementptr inbounds { i64, i64 }, ptr %b, i32 0, i32 0
  store i64 %b.coerce0, ptr %2, align 16
  %3 = getelementptr inbounds { i64, i64 }, ptr %b, i32 0, i32 1
  store i64 %b.coerce1, ptr %3, align 8
  %b2 = load i128, ptr %b, align 16
  store i128 %a1, ptr %a.addr, align 16
  store i128 %b2, ptr %b.addr, align 16
  %4 = load i128, ptr %a.addr, align 16
  %5 = load i128, ptr %b.addr, align 16
  %div = sdiv i128 %4, %5
  %add = add nsw i128 %div, 24197857200151252727657696962145157120
  store i128 %add, ptr %retval, align 16
  %6 = load { i64, i64 }, ptr %retval, align 16
  ret { i64, i64 } %6
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @unreach(i32 noundef %x) #0 {
entry:
  %x.addr = alloca i32, align 4
  store i32 %x, ptr %x.addr, align 4
  %0 = load i32, ptr %x.addr, align 4
  %tobool = icmp ne i32 %0, 0
  br i1 %tobool, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  unreachable

if.end:                                           ; preds = %entry
  %1 = load i32, ptr %x.addr, align 4
  %conv = sext i32 %1 to i64
  %conv1 = trunc i64 %conv to i32
  ret i32 %conv1
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @addrsp(ptr addrspace(257) noundef %p) #0 {
entry:
  %p.addr = alloca ptr addrspace(257), align 8
  store ptr addrspace(257) %p, ptr %p.addr, align 8
  %0 = load ptr addrspace(257), ptr %p.addr, align 8
  %1 = load i32, ptr addrspace(257) %0, align 4
  ret i32 %1
}

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %b = alloca %struct.big, align 8
  %tmp = alloca %struct.big, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 104, i1 false)
  call void @byval(ptr dead_on_unwind writable sret(%struct.big) align 4 %tmp, ptr noundef byval(%struct.big) align 8 %b)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %b, ptr align 4 %tmp, i64 104, i1 false)
  %call = call i32 (i32, ...) @va(i32 noundef 2, i32 noundef 1, i32 noundef 2, double noundef 3.000000e+00)
  %x = getelementptr inbounds %struct.big, ptr %b, i32 0, i32 1
  %0 = load i32, ptr %x, align 4
  %call1 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, i32 noundef %call, i32 noundef %0)
  %1 = load i32, ptr %argc.addr, align 4
  %and = and i32 %1, 1
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @fns, i64 0, i64 %idxprom
  %2 = load ptr, ptr %arrayidx, align 8
  %3 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @t1)
  %4 = load i32, ptr %3, align 4
  %5 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @t2)
  %6 = load i32, ptr %5, align 4
  %add = add nsw i32 %4, %6
  %call2 = call i32 %2(i32 noundef %add)
  ret i32 %call2
}

declare i32 @printf(ptr noundef, ...) #7

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind willreturn }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind }
attributes #9 = { noreturn nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{i64 1329}
!9 = !{i64 1398}
!10 = !{i64 1562}
!11 = !{!"branch_weights", i32 1, i32 1048575}
!12 = distinct !{!12, !7}
