; ModuleID = 'kitchen.c'
source_filename = "kitchen.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pk = type <{ i8, i32 }>
%union.u = type { double, [8 x i8] }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.big = type { [100 x i8], i32 }

@weakv = weak dso_local local_unnamed_addr global i32 3, align 4
@arr = dso_local global [3 x %struct.pk] [%struct.pk <{ i8 1, i32 2 }>, %struct.pk <{ i8 3, i32 4 }>, %struct.pk zeroinitializer], align 1
@un = dso_local local_unnamed_addr global %union.u { double 2.000000e+00, [8 x i8] undef }, align 8
@.str = private unnamed_addr constant [7 x i8] c"a\22b\\c\0A\00", align 1
@.str.1 = private unnamed_addr constant [2 x i8] c"z\00", align 1
@names = dso_local local_unnamed_addr global [3 x ptr] [ptr @.str, ptr null, ptr @.str.1], align 16
@fns = dso_local local_unnamed_addr global [2 x ptr] [ptr @al_target, ptr @al_target], align 16
@off = dso_local local_unnamed_addr global i64 100, align 8
@mid = dso_local local_unnamed_addr global ptr getelementptr (i8, ptr @arr, i64 7), align 8
@common = dso_local local_unnamed_addr global i32 1, align 4
@gotof.tab = internal unnamed_addr constant [2 x ptr] [ptr blockaddress(@gotof, %return), ptr blockaddress(@gotof, %b)], align 16
@ldg = dso_local local_unnamed_addr global x86_fp80 0xK4000C90FCF80DC33721D, align 16
@q128 = dso_local local_unnamed_addr global fp128 0xL00000000000000003FFF000000000000, align 16
@ff = dso_local local_unnamed_addr global float 1.000000e+10, align 4
@inf = dso_local local_unnamed_addr global double 0x7FF0000000000000, align 8
@.str.2 = private unnamed_addr constant [7 x i8] c"%d %d\0A\00", align 1
@t1 = dso_local thread_local global i32 0, align 4
@t2 = internal thread_local global i32 4, align 4
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

@al = dso_local alias i32 (i32), ptr @al_target

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @al_target(i32 noundef returned %x) #0 {
entry:
  ret i32 %x
}

; Function Attrs: nofree nosync nounwind uwtable
define dso_local i32 @va(i32 noundef %n, ...) local_unnamed_addr #1 {
entry:
  %ap = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %ap) #18
  call void @llvm.va_start(ptr nonnull %ap)
  %cmp17 = icmp sgt i32 %n, 0
  br i1 %cmp17, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:                                   ; preds = %entry
  %ap.promoted = load i32, ptr %ap, align 16
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 2
  %0 = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 3
  %reg_save_area = load ptr, ptr %0, align 16
  %overflow_arg_area_p.promoted = load ptr, ptr %overflow_arg_area_p, align 8
  %xtraiter = and i32 %n, 1
  %1 = icmp eq i32 %n, 1
  br i1 %1, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body.lr.ph.new

for.body.lr.ph.new:                               ; preds = %for.body.lr.ph
  %unroll_iter = and i32 %n, -2
  br label %for.body

for.cond.cleanup.loopexit.unr-lcssa:              ; preds = %vaarg.end.1, %for.body.lr.ph
  %add.lcssa.ph = phi i32 [ undef, %for.body.lr.ph ], [ %add.1, %vaarg.end.1 ]
  %overflow_arg_area.next22.unr = phi ptr [ %overflow_arg_area_p.promoted, %for.body.lr.ph ], [ %overflow_arg_area.next21.1, %vaarg.end.1 ]
  %s.020.unr = phi i32 [ 0, %for.body.lr.ph ], [ %add.1, %vaarg.end.1 ]
  %gp_offset1618.unr = phi i32 [ %ap.promoted, %for.body.lr.ph ], [ %gp_offset15.1, %vaarg.end.1 ]
  %lcmp.mod.not = icmp eq i32 %xtraiter, 0
  br i1 %lcmp.mod.not, label %for.cond.cleanup, label %for.body.epil

for.body.epil:                                    ; preds = %for.cond.cleanup.loopexit.unr-lcssa
  %fits_in_gp.epil = icmp ult i32 %gp_offset1618.unr, 41
  br i1 %fits_in_gp.epil, label %vaarg.in_reg.epil, label %vaarg.in_mem.epil

vaarg.in_mem.epil:                                ; preds = %for.body.epil
  %overflow_arg_area.next.epil = getelementptr i8, ptr %overflow_arg_area.next22.unr, i64 8
  store ptr %overflow_arg_area.next.epil, ptr %overflow_arg_area_p, align 8
  br label %vaarg.end.epil

vaarg.in_reg.epil:                                ; preds = %for.body.epil
  %2 = zext i32 %gp_offset1618.unr to i64
  %3 = getelementptr i8, ptr %reg_save_area, i64 %2
  %4 = add nuw nsw i32 %gp_offset1618.unr, 8
  store i32 %4, ptr %ap, align 16
  br label %vaarg.end.epil

vaarg.end.epil:                                   ; preds = %vaarg.in_reg.epil, %vaarg.in_mem.epil
  %vaarg.addr.epil = phi ptr [ %3, %vaarg.in_reg.epil ], [ %overflow_arg_area.next22.unr, %vaarg.in_mem.epil ]
  %5 = load i32, ptr %vaarg.addr.epil, align 4
  %add.epil = add nsw i32 %5, %s.020.unr
  br label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %vaarg.end.epil, %for.cond.cleanup.loopexit.unr-lcssa, %entry
  %s.0.lcssa = phi i32 [ 0, %entry ], [ %add.lcssa.ph, %for.cond.cleanup.loopexit.unr-lcssa ], [ %add.epil, %vaarg.end.epil ]
  %fp_offset_p = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 1
  %fp_offset = load i32, ptr %fp_offset_p, align 4
  %fits_in_fp = icmp ult i32 %fp_offset, 161
  br i1 %fits_in_fp, label %vaarg.in_reg3, label %vaarg.in_mem5

for.body:                                         ; preds = %vaarg.end.1, %for.body.lr.ph.new
  %overflow_arg_area.next22 = phi ptr [ %overflow_arg_area_p.promoted, %for.body.lr.ph.new ], [ %overflow_arg_area.next21.1, %vaarg.end.1 ]
  %s.020 = phi i32 [ 0, %for.body.lr.ph.new ], [ %add.1, %vaarg.end.1 ]
  %gp_offset1618 = phi i32 [ %ap.promoted, %for.body.lr.ph.new ], [ %gp_offset15.1, %vaarg.end.1 ]
  %niter = phi i32 [ 0, %for.body.lr.ph.new ], [ %niter.next.1, %vaarg.end.1 ]
  %fits_in_gp = icmp ult i32 %gp_offset1618, 41
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem

vaarg.in_reg:                                     ; preds = %for.body
  %6 = zext i32 %gp_offset1618 to i64
  %7 = getelementptr i8, ptr %reg_save_area, i64 %6
  %8 = add nuw nsw i32 %gp_offset1618, 8
  store i32 %8, ptr %ap, align 16
  br label %vaarg.end

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area.next = getelementptr i8, ptr %overflow_arg_area.next22, i64 8
  store ptr %overflow_arg_area.next, ptr %overflow_arg_area_p, align 8
  br label %vaarg.end

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %overflow_arg_area.next21 = phi ptr [ %overflow_arg_area.next22, %vaarg.in_reg ], [ %overflow_arg_area.next, %vaarg.in_mem ]
  %gp_offset15 = phi i32 [ %8, %vaarg.in_reg ], [ %gp_offset1618, %vaarg.in_mem ]
  %vaarg.addr = phi ptr [ %7, %vaarg.in_reg ], [ %overflow_arg_area.next22, %vaarg.in_mem ]
  %9 = load i32, ptr %vaarg.addr, align 4
  %add = add nsw i32 %9, %s.020
  %fits_in_gp.1 = icmp ult i32 %gp_offset15, 41
  br i1 %fits_in_gp.1, label %vaarg.in_reg.1, label %vaarg.in_mem.1

vaarg.in_mem.1:                                   ; preds = %vaarg.end
  %overflow_arg_area.next.1 = getelementptr i8, ptr %overflow_arg_area.next21, i64 8
  store ptr %overflow_arg_area.next.1, ptr %overflow_arg_area_p, align 8
  br label %vaarg.end.1

vaarg.in_reg.1:                                   ; preds = %vaarg.end
  %10 = zext i32 %gp_offset15 to i64
  %11 = getelementptr i8, ptr %reg_save_area, i64 %10
  %12 = add nuw nsw i32 %gp_offset15, 8
  store i32 %12, ptr %ap, align 16
  br label %vaarg.end.1

vaarg.end.1:                                      ; preds = %vaarg.in_reg.1, %vaarg.in_mem.1
  %overflow_arg_area.next21.1 = phi ptr [ %overflow_arg_area.next21, %vaarg.in_reg.1 ], [ %overflow_arg_area.next.1, %vaarg.in_mem.1 ]
  %gp_offset15.1 = phi i32 [ %12, %vaarg.in_reg.1 ], [ %gp_offset15, %vaarg.in_mem.1 ]
  %vaarg.addr.1 = phi ptr [ %11, %vaarg.in_reg.1 ], [ %overflow_arg_area.next21, %vaarg.in_mem.1 ]
  %13 = load i32, ptr %vaarg.addr.1, align 4
  %add.1 = add nsw i32 %13, %add
  %niter.next.1 = add i32 %niter, 2
  %niter.ncmp.1 = icmp eq i32 %niter.next.1, %unroll_iter
  br i1 %niter.ncmp.1, label %for.cond.cleanup.loopexit.unr-lcssa, label %for.body, !llvm.loop !5

vaarg.in_reg3:                                    ; preds = %for.cond.cleanup
  %14 = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 3
  %reg_save_area4 = load ptr, ptr %14, align 16
  %15 = zext i32 %fp_offset to i64
  %16 = getelementptr i8, ptr %reg_save_area4, i64 %15
  %17 = add nuw nsw i32 %fp_offset, 16
  store i32 %17, ptr %fp_offset_p, align 4
  br label %vaarg.end9

vaarg.in_mem5:                                    ; preds = %for.cond.cleanup
  %overflow_arg_area_p6 = getelementptr inbounds %struct.__va_list_tag, ptr %ap, i64 0, i32 2
  %overflow_arg_area7 = load ptr, ptr %overflow_arg_area_p6, align 8
  %overflow_arg_area.next8 = getelementptr i8, ptr %overflow_arg_area7, i64 8
  store ptr %overflow_arg_area.next8, ptr %overflow_arg_area_p6, align 8
  br label %vaarg.end9

vaarg.end9:                                       ; preds = %vaarg.in_mem5, %vaarg.in_reg3
  %vaarg.addr10 = phi ptr [ %16, %vaarg.in_reg3 ], [ %overflow_arg_area7, %vaarg.in_mem5 ]
  %18 = load double, ptr %vaarg.addr10, align 8
  call void @llvm.va_end(ptr nonnull %ap)
  %conv = fptosi double %18 to i32
  %add12 = add nsw i32 %s.0.lcssa, %conv
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %ap) #18
  ret i32 %add12
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start(ptr) #3

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end(ptr) #3

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(argmem: readwrite) uwtable
define dso_local void @byval(ptr noalias nocapture writeonly sret(%struct.big) align 4 %agg.result, ptr nocapture noundef byval(%struct.big) align 8 %b) local_unnamed_addr #4 {
entry:
  %x = getelementptr inbounds %struct.big, ptr %b, i64 0, i32 1
  %0 = load i32, ptr %x, align 4, !tbaa !7
  %inc = add nsw i32 %0, 1
  store i32 %inc, ptr %x, align 4, !tbaa !7
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(104) %agg.result, ptr noundef nonnull align 8 dereferenceable(104) %b, i64 104, i1 false), !tbaa.struct !12
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #5

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local <4 x i32> @vec(<4 x i32> noundef %a, <4 x i32> noundef %b) local_unnamed_addr #6 {
entry:
  %a5 = add <4 x i32> %b, <i32 1, i32 1, i32 poison, i32 poison>
  %add = mul <4 x i32> %a5, %a
  %shuffle = shufflevector <4 x i32> %add, <4 x i32> %a, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
  ret <4 x i32> %shuffle
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local float @fl(float noundef %a, double noundef %b, x86_fp80 noundef %c) local_unnamed_addr #0 {
entry:
  %conv = fpext float %a to double
  %cmp = fcmp olt double %conv, %b
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %conv2 = fpext double %b to x86_fp80
  %mul = fmul x86_fp80 %conv2, %c
  %conv3 = fptrunc x86_fp80 %mul to float
  br label %cond.end

cond.false:                                       ; preds = %entry
  %conv4 = fptosi double %b to i32
  %conv5 = sitofp i32 %conv4 to float
  %add = fsub float %conv5, %a
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi float [ %conv3, %cond.true ], [ %add, %cond.false ]
  ret float %cond
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local zeroext i1 @bl(ptr noundef readonly %p) local_unnamed_addr #7 {
entry:
  %tobool.not = icmp eq ptr %p, null
  br i1 %tobool.not, label %land.end, label %land.rhs

land.rhs:                                         ; preds = %entry
  %0 = load i32, ptr %p, align 4, !tbaa !14
  %cmp = icmp sgt i32 %0, 3
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %1 = phi i1 [ false, %entry ], [ %cmp, %land.rhs ]
  ret i1 %1
}

; Function Attrs: nounwind uwtable
define dso_local i32 @asmf(i32 noundef %x) local_unnamed_addr #8 {
entry:
  %0 = tail call i32 asm sideeffect "addl $$1, $0", "=r,0,~{memory},~{cc},~{dirflag},~{fpsr},~{flags}"(i32 %x) #18, !srcloc !15
  tail call void asm sideeffect "", "~{memory},~{dirflag},~{fpsr},~{flags}"() #18, !srcloc !16
  ret i32 %0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @gotof(i32 noundef %x) #0 {
entry:
  %and = and i32 %x, 1
  %idxprom = zext i32 %and to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @gotof.tab, i64 0, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8, !tbaa !17
  indirectbr ptr %0, [label %return, label %b]

b:                                                ; preds = %entry
  br label %return

return:                                           ; preds = %entry, %b
  %retval.0 = phi i32 [ 2, %b ], [ 1, %entry ]
  ret i32 %retval.0
}

; Function Attrs: nounwind uwtable
define dso_local i32 @asmgoto(i32 noundef %x) local_unnamed_addr #8 {
entry:
  callbr void asm sideeffect "testl $0, $0; jne ${1:l}", "r,!i,~{dirflag},~{fpsr},~{flags}"(i32 %x) #18
          to label %return [label %lab], !srcloc !19

lab:                                              ; preds = %entry
  br label %return

return:                                           ; preds = %entry, %lab
  %retval.0 = phi i32 [ 1, %lab ], [ 0, %entry ]
  ret i32 %retval.0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @sw(i64 noundef %x) local_unnamed_addr #0 {
entry:
  switch i64 %x, label %sw.default [
    i64 1, label %return
    i64 -5, label %sw.bb1
    i64 7, label %sw.bb2
    i64 8, label %sw.bb2
    i64 9, label %sw.bb2
  ]

sw.bb1:                                           ; preds = %entry
  br label %return

sw.bb2:                                           ; preds = %entry, %entry, %entry
  br label %return

sw.default:                                       ; preds = %entry
  br label %return

return:                                           ; preds = %entry, %sw.default, %sw.bb2, %sw.bb1
  %retval.0 = phi i32 [ 0, %sw.default ], [ 5, %sw.bb2 ], [ 4, %sw.bb1 ], [ 3, %entry ]
  ret i32 %retval.0
}

; Function Attrs: nounwind uwtable
define dso_local i32 @ov(i32 noundef %a, i32 noundef %b) local_unnamed_addr #8 {
entry:
  %0 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %1 = extractvalue { i32, i1 } %0, 1
  br i1 %1, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  tail call void @abort() #19
  unreachable

if.end:                                           ; preds = %entry
  %2 = extractvalue { i32, i1 } %0, 0
  ret i32 %2
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #9

; Function Attrs: noreturn nounwind
declare void @abort() local_unnamed_addr #10

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @bits(i32 noundef %x) local_unnamed_addr #11 {
entry:
  %0 = tail call i32 @llvm.ctpop.i32(i32 %x), !range !20
  %or = or i32 %x, 1
  %1 = tail call i32 @llvm.ctlz.i32(i32 %or, i1 true), !range !21
  %2 = tail call i32 @llvm.bswap.i32(i32 %x)
  %add = add i32 %2, %0
  %add1 = add i32 %add, %1
  ret i32 %add1
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctpop.i32(i32) #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.ctlz.i32(i32, i1 immarg) #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #9

; Function Attrs: nofree norecurse nounwind uwtable
define dso_local void @atom(ptr noundef %p, ptr nocapture noundef %q, ptr nocapture noundef %c, ptr nocapture noundef readnone %d) local_unnamed_addr #12 {
entry:
  %0 = atomicrmw add ptr %p, i32 1 monotonic, align 4
  %1 = atomicrmw nand ptr %p, i32 1 seq_cst, align 4
  %2 = atomicrmw xchg ptr %q, i64 3 acq_rel, align 8
  %3 = cmpxchg weak ptr %q, i64 1, i64 4 acquire monotonic, align 8
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  %4 = atomicrmw max ptr %p, i32 3 seq_cst, align 4
  %5 = atomicrmw umin ptr %p, i32 3 seq_cst, align 4
  store atomic i8 1, ptr %c release, align 1
  store volatile i32 1, ptr %p, align 4, !tbaa !14
  %6 = atomicrmw xchg ptr %c, i8 1 seq_cst, align 1
  ret void
}

; Function Attrs: nounwind uwtable
define dso_local { double, double } @cx(double noundef %a.coerce0, double noundef %a.coerce1) local_unnamed_addr #8 {
entry:
  %mul_ac = fmul double %a.coerce0, %a.coerce0
  %mul_bd = fmul double %a.coerce1, %a.coerce1
  %mul_ad = fmul double %a.coerce0, %a.coerce1
  %mul_r = fsub double %mul_ac, %mul_bd
  %mul_i = fadd double %mul_ad, %mul_ad
  %isnan_cmp = fcmp uno double %mul_r, 0.000000e+00
  br i1 %isnan_cmp, label %complex_mul_imag_nan, label %complex_mul_cont, !prof !22

complex_mul_imag_nan:                             ; preds = %entry
  %isnan_cmp5 = fcmp uno double %mul_i, 0.000000e+00
  br i1 %isnan_cmp5, label %complex_mul_libcall, label %complex_mul_cont, !prof !22

complex_mul_libcall:                              ; preds = %complex_mul_imag_nan
  %call = tail call { double, double } @__muldc3(double noundef %a.coerce0, double noundef %a.coerce1, double noundef %a.coerce0, double noundef %a.coerce1) #18
  %0 = extractvalue { double, double } %call, 0
  %1 = extractvalue { double, double } %call, 1
  br label %complex_mul_cont

complex_mul_cont:                                 ; preds = %complex_mul_libcall, %complex_mul_imag_nan, %entry
  %real_mul_phi = phi double [ %mul_r, %entry ], [ %mul_r, %complex_mul_imag_nan ], [ %0, %complex_mul_libcall ]
  %imag_mul_phi = phi double [ %mul_i, %entry ], [ %mul_i, %complex_mul_imag_nan ], [ %1, %complex_mul_libcall ]
  %.fca.0.insert = insertvalue { double, double } poison, double %real_mul_phi, 0
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %imag_mul_phi, 1
  ret { double, double } %.fca.1.insert
}

declare { double, double } @__muldc3(double, double, double, double) local_unnamed_addr

; Function Attrs: nofree nosync nounwind memory(none) uwtable
define dso_local i32 @vla(i32 noundef %n) local_unnamed_addr #13 {
entry:
  %0 = zext i32 %n to i64
  %vla = alloca i32, i64 %0, align 16
  %1 = shl nuw nsw i64 %0, 2
  call void @llvm.memset.p0.i64(ptr nonnull align 16 %vla, i8 0, i64 %1, i1 false)
  %cmp8 = icmp sgt i32 %n, 0
  br i1 %cmp8, label %for.body.preheader, label %for.cond.cleanup

for.body.preheader:                               ; preds = %entry
  %min.iters.check = icmp ult i32 %n, 8
  br i1 %min.iters.check, label %for.body.preheader12, label %vector.ph

vector.ph:                                        ; preds = %for.body.preheader
  %n.vec = and i64 %0, 4294967288
  br label %vector.body

vector.body:                                      ; preds = %vector.body, %vector.ph
  %index = phi i64 [ 0, %vector.ph ], [ %index.next, %vector.body ]
  %vec.ind = phi <4 x i32> [ <i32 0, i32 1, i32 2, i32 3>, %vector.ph ], [ %vec.ind.next, %vector.body ]
  %step.add = add <4 x i32> %vec.ind, <i32 4, i32 4, i32 4, i32 4>
  %2 = getelementptr inbounds i32, ptr %vla, i64 %index
  store <4 x i32> %vec.ind, ptr %2, align 16, !tbaa !14
  %3 = getelementptr inbounds i32, ptr %2, i64 4
  store <4 x i32> %step.add, ptr %3, align 16, !tbaa !14
  %index.next = add nuw i64 %index, 8
  %vec.ind.next = add <4 x i32> %vec.ind, <i32 8, i32 8, i32 8, i32 8>
  %4 = icmp eq i64 %index.next, %n.vec
  br i1 %4, label %middle.block, label %vector.body, !llvm.loop !23

middle.block:                                     ; preds = %vector.body
  %cmp.n = icmp eq i64 %n.vec, %0
  br i1 %cmp.n, label %for.cond.cleanup, label %for.body.preheader12

for.body.preheader12:                             ; preds = %for.body.preheader, %middle.block
  %indvars.iv.ph = phi i64 [ 0, %for.body.preheader ], [ %n.vec, %middle.block ]
  br label %for.body

for.cond.cleanup:                                 ; preds = %for.body, %middle.block, %entry
  %div = sdiv i32 %n, 2
  %idxprom1 = sext i32 %div to i64
  %arrayidx2 = getelementptr inbounds i32, ptr %vla, i64 %idxprom1
  %5 = load i32, ptr %arrayidx2, align 4, !tbaa !14
  ret i32 %5

for.body:                                         ; preds = %for.body.preheader12, %for.body
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body ], [ %indvars.iv.ph, %for.body.preheader12 ]
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %indvars.iv
  %6 = trunc i64 %indvars.iv to i32
  store i32 %6, ptr %arrayidx, align 4, !tbaa !14
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body, !llvm.loop !26
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #14

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i32 @bff(i32 %x.coerce) local_unnamed_addr #0 {
entry:
  %bf.clear = and i32 %x.coerce, -1073740808
  %bf.set3 = or i32 %bf.clear, 1073737731
  ret i32 %bf.set3
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local { i64, i64 } @w(i64 noundef %a.coerce0, i64 noundef %a.coerce1, i64 noundef %b.coerce0, i64 noundef %b.coerce1) local_unnamed_addr #0 {
entry:
  %a.sroa.2.0.insert.ext = zext i64 %a.coerce1 to i128
  %a.sroa.2.0.insert.shift = shl nuw i128 %a.sroa.2.0.insert.ext, 64
  %a.sroa.0.0.insert.ext = zext i64 %a.coerce0 to i128
  %a.sroa.0.0.insert.insert = or i128 %a.sroa.2.0.insert.shift, %a.sroa.0.0.insert.ext
  %b.sroa.2.0.insert.ext = zext i64 %b.coerce1 to i128
  %b.sroa.2.0.insert.shift = shl nuw i128 %b.sroa.2.0.insert.ext, 64
  %b.sroa.0.0.insert.ext = zext i64 %b.coerce0 to i128
  %b.sroa.0.0.insert.insert = or i128 %b.sroa.2.0.insert.shift, %b.sroa.0.0.insert.ext
  %div = sdiv i128 %a.sroa.0.0.insert.insert, %b.sroa.0.0.insert.insert
  %add = add nsw i128 %div, 24197857200151252727657696962145157120
  %retval.sroa.0.0.extract.trunc = trunc i128 %div to i64
  %retval.sroa.2.0.extract.shift = lshr i128 %add, 64
  %retval.sroa.2.0.extract.trunc = trunc i128 %retval.sroa.2.0.extract.shift to i64
  %.fca.0.insert = insertvalue { i64, i64 } poison, i64 %retval.sroa.0.0.extract.trunc, 0
  %.fca.1.insert = insertvalue { i64, i64 } %.fca.0.insert, i64 %retval.sroa.2.0.extract.trunc, 1
  ret { i64, i64 } %.fca.1.insert
}

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) uwtable
define dso_local i32 @unreach(i32 noundef %x) local_unnamed_addr #15 {
entry:
  %tobool.not = icmp eq i32 %x, 0
  tail call void @llvm.assume(i1 %tobool.not)
  ret i32 0
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable
define dso_local i32 @addrsp(ptr addrspace(257) nocapture noundef readonly %p) local_unnamed_addr #7 {
entry:
  %0 = load i32, ptr addrspace(257) %p, align 4, !tbaa !14
  ret i32 %0
}

; Function Attrs: nounwind uwtable
define dso_local i32 @main(i32 noundef %argc, ptr nocapture noundef readnone %argv) local_unnamed_addr #8 {
entry:
  %call = tail call i32 (i32, ...) @va(i32 noundef 2, i32 noundef 1, i32 noundef 2, double noundef 3.000000e+00)
  %call1 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.2, i32 noundef %call, i32 noundef 1)
  %and = and i32 %argc, 1
  %idxprom = zext i32 %and to i64
  %arrayidx = getelementptr inbounds [2 x ptr], ptr @fns, i64 0, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8, !tbaa !17
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @t1)
  %2 = load i32, ptr %1, align 4, !tbaa !14
  %3 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @t2)
  %4 = load i32, ptr %3, align 4, !tbaa !14
  %add = add nsw i32 %4, %2
  %call2 = tail call i32 %0(i32 noundef %add) #18
  ret i32 %call2
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #16

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.assume(i1 noundef) #17

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #4 = { mustprogress nofree nosync nounwind willreturn memory(argmem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="128" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #11 = { mustprogress nofree nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #12 = { nofree norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #13 = { nofree nosync nounwind memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #14 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #15 = { mustprogress nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #16 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #17 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #18 = { nounwind }
attributes #19 = { noreturn nounwind }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.mustprogress"}
!7 = !{!8, !11, i64 100}
!8 = !{!"big", !9, i64 0, !11, i64 100}
!9 = !{!"omnipotent char", !10, i64 0}
!10 = !{!"Simple C/C++ TBAA"}
!11 = !{!"int", !9, i64 0}
!12 = !{i64 0, i64 100, !13, i64 100, i64 4, !14}
!13 = !{!9, !9, i64 0}
!14 = !{!11, !11, i64 0}
!15 = !{i64 1329}
!16 = !{i64 1398}
!17 = !{!18, !18, i64 0}
!18 = !{!"any pointer", !9, i64 0}
!19 = !{i64 1562}
!20 = !{i32 0, i32 33}
!21 = !{i32 0, i32 32}
!22 = !{!"branch_weights", i32 1, i32 1048575}
!23 = distinct !{!23, !6, !24, !25}
!24 = !{!"llvm.loop.isvectorized", i32 1}
!25 = !{!"llvm.loop.unroll.runtime.disable"}
!26 = distinct !{!26, !6, !25, !24}
