; ModuleID = 'small.4dca52b3df3c08d4-cgu.0'
source_filename = "small.4dca52b3df3c08d4-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@anon.a590996d5f92e66e3ed66c0378157ef7.0 = private unnamed_addr constant <{ [4 x i8], [4 x i8] }> <{ [4 x i8] zeroinitializer, [4 x i8] undef }>, align 4
@alloc_d5d63661ce38e57b54d4c1027635d1bd = private unnamed_addr constant [9 x i8] c"small.rs\00", align 1
@alloc_aa9253831a2a63700e2f47d6e4b5a592 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\08\00\00\00D\00\00\00" }>, align 8
@alloc_dc9eb200e7683caa2806ace20bdb1d6e = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\08\00\00\00X\00\00\00" }>, align 8
@_ZN5small5COUNT17h2c2efce8a6bf6566E = global [8 x i8] c"\03\00\00\00\00\00\00\00", align 8, !dbg !0
@alloc_837ffced7d0bd66ca6f4f39e11236783 = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_d5d63661ce38e57b54d4c1027635d1bd, [16 x i8] c"\08\00\00\00\00\00\00\00\0D\00\00\001\00\00\00" }>, align 8
@alloc_ba7c5867f1e4ad88a0ad2a64b2400b74 = private unnamed_addr constant [8 x i8] c"overflow", align 1

; core::intrinsics::cold_path
; Function Attrs: cold nounwind nonlazybind uwtable
define internal void @_ZN4core10intrinsics9cold_path17h47c9fc7728399a08E() unnamed_addr #0 !dbg !36 {
start:
  ret void, !dbg !41
}

; core::num::<impl u32>::checked_add
; Function Attrs: inlinehint nonlazybind uwtable
define internal { i32, i32 } @"_ZN4core3num21_$LT$impl$u20$u32$GT$11checked_add17h44737da5cf0ca670E"(i32 %self, i32 %rhs) unnamed_addr #1 !dbg !42 {
start:
  %b.dbg.spill = alloca [1 x i8], align 1
  %rhs.dbg.spill = alloca [4 x i8], align 4
  %self.dbg.spill = alloca [4 x i8], align 4
  %_0 = alloca [8 x i8], align 4
  store i32 %self, ptr %self.dbg.spill, align 4
    #dbg_declare(ptr %self.dbg.spill, !64, !DIExpression(), !66)
  store i32 %rhs, ptr %rhs.dbg.spill, align 4
    #dbg_declare(ptr %rhs.dbg.spill, !65, !DIExpression(), !67)
  %_4.0 = add i32 %self, %rhs, !dbg !68
  %_4.1 = icmp ult i32 %_4.0, %self, !dbg !68
  %0 = zext i1 %_4.1 to i8, !dbg !68
  store i8 %0, ptr %b.dbg.spill, align 1, !dbg !68
    #dbg_declare(ptr %b.dbg.spill, !69, !DIExpression(), !75)
  br i1 %_4.1, label %bb2, label %bb4, !dbg !77

bb4:                                              ; preds = %start
  %_5 = add nuw i32 %self, %rhs, !dbg !78
  %1 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !79
  store i32 %_5, ptr %1, align 4, !dbg !79
  store i32 1, ptr %_0, align 4, !dbg !79
  br label %bb1, !dbg !80

bb2:                                              ; preds = %start
  %2 = load i32, ptr @anon.a590996d5f92e66e3ed66c0378157ef7.0, align 4, !dbg !81
  %3 = load i32, ptr getelementptr inbounds (i8, ptr @anon.a590996d5f92e66e3ed66c0378157ef7.0, i64 4), align 4, !dbg !81
  store i32 %2, ptr %_0, align 4, !dbg !81
  %4 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !81
  store i32 %3, ptr %4, align 4, !dbg !81
  br label %bb1, !dbg !80

bb1:                                              ; preds = %bb2, %bb4
  %5 = load i32, ptr %_0, align 4, !dbg !82
  %6 = getelementptr inbounds i8, ptr %_0, i64 4, !dbg !82
  %7 = load i32, ptr %6, align 4, !dbg !82
  %8 = insertvalue { i32, i32 } poison, i32 %5, 0, !dbg !82
  %9 = insertvalue { i32, i32 } %8, i32 %7, 1, !dbg !82
  ret { i32, i32 } %9, !dbg !82
}

; core::sync::atomic::AtomicUsize::fetch_add
; Function Attrs: inlinehint nonlazybind uwtable
define internal i64 @_ZN4core4sync6atomic11AtomicUsize9fetch_add17h287e9bdd9a18344cE(ptr align 8 %self, i64 %val, i8 %order) unnamed_addr #1 !dbg !83 {
start:
  %dst.dbg.spill = alloca [8 x i8], align 8
  %order.dbg.spill = alloca [1 x i8], align 1
  %val.dbg.spill = alloca [8 x i8], align 8
  %self.dbg.spill = alloca [8 x i8], align 8
  %_0 = alloca [8 x i8], align 8
  store ptr %self, ptr %self.dbg.spill, align 8
    #dbg_declare(ptr %self.dbg.spill, !90, !DIExpression(), !93)
  store i64 %val, ptr %val.dbg.spill, align 8
    #dbg_declare(ptr %val.dbg.spill, !91, !DIExpression(), !94)
    #dbg_declare(ptr %val.dbg.spill, !95, !DIExpression(), !105)
  store i8 %order, ptr %order.dbg.spill, align 1
    #dbg_declare(ptr %order.dbg.spill, !92, !DIExpression(), !107)
    #dbg_declare(ptr %order.dbg.spill, !102, !DIExpression(), !108)
    #dbg_value(ptr %self, !109, !DIExpression(), !117)
  store ptr %self, ptr %dst.dbg.spill, align 8, !dbg !119
    #dbg_declare(ptr %dst.dbg.spill, !101, !DIExpression(), !120)
  %_7 = zext i8 %order to i64, !dbg !121
  switch i64 %_7, label %bb2 [
    i64 0, label %bb7
    i64 1, label %bb5
    i64 2, label %bb6
    i64 3, label %bb4
    i64 4, label %bb3
  ], !dbg !122

bb2:                                              ; preds = %start
  unreachable, !dbg !121

bb7:                                              ; preds = %start
  %0 = atomicrmw add ptr %self, i64 %val monotonic, align 8, !dbg !123
  store i64 %0, ptr %_0, align 8, !dbg !123
  br label %bb1, !dbg !123

bb5:                                              ; preds = %start
  %1 = atomicrmw add ptr %self, i64 %val release, align 8, !dbg !124
  store i64 %1, ptr %_0, align 8, !dbg !124
  br label %bb1, !dbg !124

bb6:                                              ; preds = %start
  %2 = atomicrmw add ptr %self, i64 %val acquire, align 8, !dbg !125
  store i64 %2, ptr %_0, align 8, !dbg !125
  br label %bb1, !dbg !125

bb4:                                              ; preds = %start
  %3 = atomicrmw add ptr %self, i64 %val acq_rel, align 8, !dbg !126
  store i64 %3, ptr %_0, align 8, !dbg !126
  br label %bb1, !dbg !126

bb3:                                              ; preds = %start
  %4 = atomicrmw add ptr %self, i64 %val seq_cst, align 8, !dbg !127
  store i64 %4, ptr %_0, align 8, !dbg !127
  br label %bb1, !dbg !127

bb1:                                              ; preds = %bb3, %bb4, %bb6, %bb5, %bb7
  %5 = load i64, ptr %_0, align 8, !dbg !128
  ret i64 %5, !dbg !128
}

; core::option::Option<T>::ok_or
; Function Attrs: inlinehint nonlazybind uwtable
define void @"_ZN4core6option15Option$LT$T$GT$5ok_or17hfa1fc9671b2b10a8E"(ptr sret([16 x i8]) align 8 %_0, i32 %0, i32 %1, ptr align 1 %err.0, i64 %err.1) unnamed_addr #1 !dbg !129 {
start:
  %v.dbg.spill = alloca [4 x i8], align 4
  %err.dbg.spill = alloca [16 x i8], align 8
  %self = alloca [8 x i8], align 4
  store i32 %0, ptr %self, align 4
  %2 = getelementptr inbounds i8, ptr %self, i64 4
  store i32 %1, ptr %2, align 4
    #dbg_declare(ptr %self, !157, !DIExpression(), !161)
  store ptr %err.0, ptr %err.dbg.spill, align 8
  %3 = getelementptr inbounds i8, ptr %err.dbg.spill, i64 8
  store i64 %err.1, ptr %3, align 8
    #dbg_declare(ptr %err.dbg.spill, !158, !DIExpression(), !162)
  %4 = load i32, ptr %self, align 4, !dbg !163
  %5 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !163
  %6 = load i32, ptr %5, align 4, !dbg !163
  %_3 = zext i32 %4 to i64, !dbg !163
  %7 = trunc nuw i64 %_3 to i1, !dbg !164
  br i1 %7, label %bb3, label %bb2, !dbg !164

bb3:                                              ; preds = %start
  %8 = getelementptr inbounds i8, ptr %self, i64 4, !dbg !165
  %v = load i32, ptr %8, align 4, !dbg !165
  store i32 %v, ptr %v.dbg.spill, align 4, !dbg !165
    #dbg_declare(ptr %v.dbg.spill, !159, !DIExpression(), !166)
  %9 = getelementptr inbounds i8, ptr %_0, i64 8, !dbg !167
  store i32 %v, ptr %9, align 8, !dbg !167
  store ptr null, ptr %_0, align 8, !dbg !167
  br label %bb4, !dbg !168

bb2:                                              ; preds = %start
  store ptr %err.0, ptr %_0, align 8, !dbg !169
  %10 = getelementptr inbounds i8, ptr %_0, i64 8, !dbg !169
  store i64 %err.1, ptr %10, align 8, !dbg !169
  br label %bb4, !dbg !170

bb4:                                              ; preds = %bb3, %bb2
  ret void, !dbg !171

bb1:                                              ; No predecessors!
  unreachable, !dbg !163
}

; small::sum
; Function Attrs: noinline nonlazybind uwtable
define i64 @_ZN5small3sum17h30b0a47219a8bef1E(ptr align 8 %0) unnamed_addr #2 !dbg !172 {
start:
  %rhs.dbg.spill.i = alloca [8 x i8], align 8
  %self.dbg.spill.i = alloca [8 x i8], align 8
  %next.dbg.spill = alloca [8 x i8], align 8
  %total = alloca [8 x i8], align 8
  %node = alloca [8 x i8], align 8
  store ptr %0, ptr %node, align 8
    #dbg_declare(ptr %node, !195, !DIExpression(), !201)
    #dbg_declare(ptr %total, !196, !DIExpression(), !202)
  %1 = load ptr, ptr %node, align 8, !dbg !203
  %2 = load i64, ptr %1, align 8, !dbg !203
  store i64 %2, ptr %total, align 8, !dbg !203
  br label %bb1, !dbg !204

bb1:                                              ; preds = %bb9, %start
  %3 = load ptr, ptr %node, align 8, !dbg !205
  %_3 = getelementptr inbounds i8, ptr %3, i64 8, !dbg !205
  %4 = load ptr, ptr %_3, align 8, !dbg !205
  %5 = ptrtoint ptr %4 to i64, !dbg !205
  %6 = icmp eq i64 %5, 0, !dbg !205
  %_4 = select i1 %6, i64 0, i64 1, !dbg !205
  %7 = trunc nuw i64 %_4 to i1, !dbg !206
  br i1 %7, label %bb2, label %bb4, !dbg !206

bb2:                                              ; preds = %bb1
  store ptr %_3, ptr %next.dbg.spill, align 8, !dbg !207
    #dbg_declare(ptr %next.dbg.spill, !198, !DIExpression(), !207)
  %_7 = load i64, ptr %total, align 8, !dbg !208
  %_13 = load ptr, ptr %_3, align 8, !dbg !209
  %_23 = ptrtoint ptr %_13 to i64, !dbg !209
  %_25 = and i64 %_23, 7, !dbg !209
  %_26 = icmp eq i64 %_25, 0, !dbg !209
  br i1 %_26, label %bb7, label %panic, !dbg !209

bb4:                                              ; preds = %bb1
; call core::sync::atomic::AtomicUsize::fetch_add
  %_10 = call i64 @_ZN4core4sync6atomic11AtomicUsize9fetch_add17h287e9bdd9a18344cE(ptr align 8 @_ZN5small5COUNT17h2c2efce8a6bf6566E, i64 1, i8 3) #8, !dbg !210
  %_0 = load i64, ptr %total, align 8, !dbg !211
  ret i64 %_0, !dbg !212

bb7:                                              ; preds = %bb2
  %_28 = ptrtoint ptr %_13 to i64, !dbg !209
  %_30 = icmp eq i64 %_28, 0, !dbg !209
  %_31 = and i1 %_30, true, !dbg !209
  %_32 = xor i1 %_31, true, !dbg !209
  br i1 %_32, label %bb8, label %panic1, !dbg !209

panic:                                            ; preds = %bb2
; call core::panicking::panic_misaligned_pointer_dereference
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking36panic_misaligned_pointer_dereference(i64 8, i64 %_23, ptr align 8 @alloc_aa9253831a2a63700e2f47d6e4b5a592) #9, !dbg !209
  unreachable, !dbg !209

bb8:                                              ; preds = %bb7
  %_8 = load i64, ptr %_13, align 8, !dbg !209
  store i64 %_7, ptr %self.dbg.spill.i, align 8
    #dbg_declare(ptr %self.dbg.spill.i, !213, !DIExpression(), !220)
  store i64 %_8, ptr %rhs.dbg.spill.i, align 8
    #dbg_declare(ptr %rhs.dbg.spill.i, !219, !DIExpression(), !222)
  %_0.i = add i64 %_7, %_8, !dbg !223
  store i64 %_0.i, ptr %total, align 8, !dbg !224
  %_14 = load ptr, ptr %_3, align 8, !dbg !225
  %_18 = ptrtoint ptr %_14 to i64, !dbg !225
  %_20 = and i64 %_18, 7, !dbg !225
  %_21 = icmp eq i64 %_20, 0, !dbg !225
  br i1 %_21, label %bb6, label %panic2, !dbg !225

panic1:                                           ; preds = %bb7
; call core::panicking::panic_null_pointer_dereference
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking30panic_null_pointer_dereference(ptr align 8 @alloc_aa9253831a2a63700e2f47d6e4b5a592) #9, !dbg !209
  unreachable, !dbg !209

bb6:                                              ; preds = %bb8
  %_34 = ptrtoint ptr %_14 to i64, !dbg !225
  %_35 = icmp eq i64 %_34, 0, !dbg !225
  %_36 = and i1 %_35, true, !dbg !225
  %_37 = xor i1 %_36, true, !dbg !225
  br i1 %_37, label %bb9, label %panic3, !dbg !225

panic2:                                           ; preds = %bb8
; call core::panicking::panic_misaligned_pointer_dereference
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking36panic_misaligned_pointer_dereference(i64 8, i64 %_18, ptr align 8 @alloc_dc9eb200e7683caa2806ace20bdb1d6e) #9, !dbg !225
  unreachable, !dbg !225

bb9:                                              ; preds = %bb6
  store ptr %_14, ptr %node, align 8, !dbg !226
  br label %bb1, !dbg !204

panic3:                                           ; preds = %bb6
; call core::panicking::panic_null_pointer_dereference
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking30panic_null_pointer_dereference(ptr align 8 @alloc_dc9eb200e7683caa2806ace20bdb1d6e) #9, !dbg !225
  unreachable, !dbg !225

bb10:                                             ; No predecessors!
  unreachable, !dbg !227
}

; small::index
; Function Attrs: nonlazybind uwtable
define i128 @_ZN5small5index17h12e5c2a0c76059b3E(ptr align 16 %all.0, i64 %all.1, i64 %at) unnamed_addr #3 !dbg !228 {
start:
  %at.dbg.spill = alloca [8 x i8], align 8
  %all.dbg.spill = alloca [16 x i8], align 8
  store ptr %all.0, ptr %all.dbg.spill, align 8
  %0 = getelementptr inbounds i8, ptr %all.dbg.spill, i64 8
  store i64 %all.1, ptr %0, align 8
    #dbg_declare(ptr %all.dbg.spill, !238, !DIExpression(), !240)
  store i64 %at, ptr %at.dbg.spill, align 8
    #dbg_declare(ptr %at.dbg.spill, !239, !DIExpression(), !241)
  %_5 = icmp ult i64 %at, %all.1, !dbg !242
  br i1 %_5, label %bb1, label %panic, !dbg !242

bb1:                                              ; preds = %start
  %1 = getelementptr inbounds nuw i128, ptr %all.0, i64 %at, !dbg !242
  %_3 = load i128, ptr %1, align 16, !dbg !242
  %2 = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %_3, i128 3), !dbg !242
  %_6.0 = extractvalue { i128, i1 } %2, 0, !dbg !242
  %_6.1 = extractvalue { i128, i1 } %2, 1, !dbg !242
  br i1 %_6.1, label %panic1, label %bb2, !dbg !242

panic:                                            ; preds = %start
; call core::panicking::panic_bounds_check
  call void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64 %at, i64 %all.1, ptr align 8 @alloc_837ffced7d0bd66ca6f4f39e11236783) #10, !dbg !242
  unreachable, !dbg !242

bb2:                                              ; preds = %bb1
  ret i128 %_6.0, !dbg !243

panic1:                                           ; preds = %bb1
; call core::panicking::panic_const::panic_const_mul_overflow
  call void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8 @alloc_837ffced7d0bd66ca6f4f39e11236783) #10, !dbg !242
  unreachable, !dbg !242
}

; small::checked
; Function Attrs: nonlazybind uwtable
define void @_ZN5small7checked17hcf2790e21a632e4eE(ptr sret([16 x i8]) align 8 %_0, i32 %a, i32 %b) unnamed_addr #3 !dbg !244 {
start:
  %b.dbg.spill = alloca [4 x i8], align 4
  %a.dbg.spill = alloca [4 x i8], align 4
  store i32 %a, ptr %a.dbg.spill, align 4
    #dbg_declare(ptr %a.dbg.spill, !248, !DIExpression(), !250)
  store i32 %b, ptr %b.dbg.spill, align 4
    #dbg_declare(ptr %b.dbg.spill, !249, !DIExpression(), !251)
; call core::num::<impl u32>::checked_add
  %0 = call { i32, i32 } @"_ZN4core3num21_$LT$impl$u20$u32$GT$11checked_add17h44737da5cf0ca670E"(i32 %a, i32 %b) #8, !dbg !252
  %_3.0 = extractvalue { i32, i32 } %0, 0, !dbg !252
  %_3.1 = extractvalue { i32, i32 } %0, 1, !dbg !252
; call core::option::Option<T>::ok_or
  call void @"_ZN4core6option15Option$LT$T$GT$5ok_or17hfa1fc9671b2b10a8E"(ptr sret([16 x i8]) align 8 %_0, i32 %_3.0, i32 %_3.1, ptr align 1 @alloc_ba7c5867f1e4ad88a0ad2a64b2400b74, i64 8) #8, !dbg !253
  ret void, !dbg !254
}

; core::panicking::panic_misaligned_pointer_dereference
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking36panic_misaligned_pointer_dereference(i64, i64, ptr align 8) unnamed_addr #4

; core::panicking::panic_null_pointer_dereference
; Function Attrs: cold minsize noinline noreturn nounwind nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking30panic_null_pointer_dereference(ptr align 8) unnamed_addr #4

; core::panicking::panic_bounds_check
; Function Attrs: cold minsize noinline noreturn nonlazybind optsize uwtable
declare void @_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check(i64, i64, ptr align 8) unnamed_addr #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128) #6

; core::panicking::panic_const::panic_const_mul_overflow
; Function Attrs: cold noinline noreturn nonlazybind uwtable
declare void @_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const24panic_const_mul_overflow(ptr align 8) unnamed_addr #7

attributes #0 = { cold nounwind nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #1 = { inlinehint nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #2 = { noinline nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #3 = { nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #4 = { cold minsize noinline noreturn nounwind nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #5 = { cold minsize noinline noreturn nonlazybind optsize uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { cold noinline noreturn nonlazybind uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }
attributes #8 = { inlinehint }
attributes #9 = { noinline noreturn nounwind }
attributes #10 = { noinline noreturn }

!llvm.module.flags = !{!19, !20, !21, !22}
!llvm.ident = !{!23}
!llvm.dbg.cu = !{!24}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "COUNT", linkageName: "_ZN5small5COUNT17h2c2efce8a6bf6566E", scope: !2, file: !3, line: 3, type: !4, isLocal: false, isDefinition: true, align: 64)
!2 = !DINamespace(name: "small", scope: null)
!3 = !DIFile(filename: "small.rs", directory: "/src", checksumkind: CSK_MD5, checksum: "079d6095fdda5d775acebe44aaf10dd7")
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "AtomicUsize", scope: !6, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !9, templateParams: !18, identifier: "4d473d2171783819ad804082894a3856")
!5 = !DIFile(filename: "<unknown>", directory: "")
!6 = !DINamespace(name: "atomic", scope: !7)
!7 = !DINamespace(name: "sync", scope: !8)
!8 = !DINamespace(name: "core", scope: null)
!9 = !{!10}
!10 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !4, file: !5, baseType: !11, size: 64, align: 64, flags: DIFlagPrivate)
!11 = !DICompositeType(tag: DW_TAG_structure_type, name: "UnsafeCell<usize>", scope: !12, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !13, templateParams: !16, identifier: "39a99da3e6158f476ae51abf051b55a8")
!12 = !DINamespace(name: "cell", scope: !8)
!13 = !{!14}
!14 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !11, file: !5, baseType: !15, size: 64, align: 64, flags: DIFlagPrivate)
!15 = !DIBasicType(name: "usize", size: 64, encoding: DW_ATE_unsigned)
!16 = !{!17}
!17 = !DITemplateTypeParameter(name: "T", type: !15)
!18 = !{}
!19 = !{i32 8, !"PIC Level", i32 2}
!20 = !{i32 2, !"RtLibUseGOT", i32 1}
!21 = !{i32 7, !"Dwarf Version", i32 4}
!22 = !{i32 2, !"Debug Info Version", i32 3}
!23 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!24 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !25, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !26, globals: !35, splitDebugInlining: false, nameTableKind: None)
!25 = !DIFile(filename: "small.rs/@/small.4dca52b3df3c08d4-cgu.0", directory: "/src")
!26 = !{!27}
!27 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Ordering", scope: !6, file: !5, baseType: !28, size: 8, align: 8, flags: DIFlagEnumClass, elements: !29)
!28 = !DIBasicType(name: "u8", size: 8, encoding: DW_ATE_unsigned)
!29 = !{!30, !31, !32, !33, !34}
!30 = !DIEnumerator(name: "Relaxed", value: 0, isUnsigned: true)
!31 = !DIEnumerator(name: "Release", value: 1, isUnsigned: true)
!32 = !DIEnumerator(name: "Acquire", value: 2, isUnsigned: true)
!33 = !DIEnumerator(name: "AcqRel", value: 3, isUnsigned: true)
!34 = !DIEnumerator(name: "SeqCst", value: 4, isUnsigned: true)
!35 = !{!0}
!36 = distinct !DISubprogram(name: "cold_path", linkageName: "_ZN4core10intrinsics9cold_path17h47c9fc7728399a08E", scope: !38, file: !37, line: 417, type: !39, scopeLine: 417, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !18)
!37 = !DIFile(filename: "library/core/src/intrinsics/mod.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "b1b7915c1b8b57766c20270acae549ce")
!38 = !DINamespace(name: "intrinsics", scope: !8)
!39 = !DISubroutineType(types: !40)
!40 = !{null}
!41 = !DILocation(line: 417, column: 28, scope: !36)
!42 = distinct !DISubprogram(name: "checked_add", linkageName: "_ZN4core3num21_$LT$impl$u20$u32$GT$11checked_add17h44737da5cf0ca670E", scope: !44, file: !43, line: 761, type: !46, scopeLine: 761, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !63)
!43 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!44 = !DINamespace(name: "{impl#8}", scope: !45)
!45 = !DINamespace(name: "num", scope: !8)
!46 = !DISubroutineType(types: !47)
!47 = !{!48, !57, !57}
!48 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<u32>", scope: !49, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !50, templateParams: !18, identifier: "6f9cf68b0721c153842fac1aca06aca0")
!49 = !DINamespace(name: "option", scope: !8)
!50 = !{!51}
!51 = !DICompositeType(tag: DW_TAG_variant_part, scope: !48, file: !5, size: 64, align: 32, elements: !52, templateParams: !18, identifier: "52547bc7e29ba4c3a424c45f3b6ad9d5", discriminator: !62)
!52 = !{!53, !58}
!53 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !51, file: !5, baseType: !54, size: 64, align: 32, extraData: i32 0)
!54 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !48, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !18, templateParams: !55, identifier: "2d35c67b0b954dbe72d9ec7c545db516")
!55 = !{!56}
!56 = !DITemplateTypeParameter(name: "T", type: !57)
!57 = !DIBasicType(name: "u32", size: 32, encoding: DW_ATE_unsigned)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !51, file: !5, baseType: !59, size: 64, align: 32, extraData: i32 1)
!59 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !48, file: !5, size: 64, align: 32, flags: DIFlagPublic, elements: !60, templateParams: !55, identifier: "8398ebe1588ef464fb4c1616d021a5e8")
!60 = !{!61}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !59, file: !5, baseType: !57, size: 32, align: 32, offset: 32, flags: DIFlagPublic)
!62 = !DIDerivedType(tag: DW_TAG_member, scope: !48, file: !5, baseType: !57, size: 32, align: 32, flags: DIFlagArtificial)
!63 = !{!64, !65}
!64 = !DILocalVariable(name: "self", arg: 1, scope: !42, file: !43, line: 761, type: !57)
!65 = !DILocalVariable(name: "rhs", arg: 2, scope: !42, file: !43, line: 761, type: !57)
!66 = !DILocation(line: 761, column: 34, scope: !42)
!67 = !DILocation(line: 761, column: 40, scope: !42)
!68 = !DILocation(line: 769, column: 37, scope: !42)
!69 = !DILocalVariable(name: "b", arg: 1, scope: !70, file: !37, line: 456, type: !73)
!70 = distinct !DISubprogram(name: "unlikely", linkageName: "_RNvNtCsgEmfK2I1SDS_4core10intrinsics8unlikely", scope: !38, file: !37, line: 456, type: !71, scopeLine: 456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !74)
!71 = !DISubroutineType(types: !72)
!72 = !{!73, !73}
!73 = !DIBasicType(name: "bool", size: 8, encoding: DW_ATE_boolean)
!74 = !{!69}
!75 = !DILocation(line: 456, column: 23, scope: !70, inlinedAt: !76)
!76 = !DILocation(line: 769, column: 16, scope: !42)
!77 = !DILocation(line: 457, column: 8, scope: !70, inlinedAt: !76)
!78 = !DILocation(line: 773, column: 31, scope: !42)
!79 = !DILocation(line: 773, column: 17, scope: !42)
!80 = !DILocation(line: 769, column: 13, scope: !42)
!81 = !DILocation(line: 770, column: 17, scope: !42)
!82 = !DILocation(line: 775, column: 10, scope: !42)
!83 = distinct !DISubprogram(name: "fetch_add", linkageName: "_ZN4core4sync6atomic11AtomicUsize9fetch_add17h287e9bdd9a18344cE", scope: !4, file: !84, line: 3134, type: !85, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !18, declaration: !88, retainedNodes: !89)
!84 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!85 = !DISubroutineType(types: !86)
!86 = !{!15, !87, !15, !27}
!87 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicUsize", baseType: !4, size: 64, align: 64, dwarfAddressSpace: 0)
!88 = !DISubprogram(name: "fetch_add", linkageName: "_ZN4core4sync6atomic11AtomicUsize9fetch_add17h287e9bdd9a18344cE", scope: !4, file: !84, line: 3134, type: !85, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !18)
!89 = !{!90, !91, !92}
!90 = !DILocalVariable(name: "self", arg: 1, scope: !83, file: !84, line: 3134, type: !87)
!91 = !DILocalVariable(name: "val", arg: 2, scope: !83, file: !84, line: 3134, type: !15)
!92 = !DILocalVariable(name: "order", arg: 3, scope: !83, file: !84, line: 3134, type: !27)
!93 = !DILocation(line: 3134, column: 30, scope: !83)
!94 = !DILocation(line: 3134, column: 37, scope: !83)
!95 = !DILocalVariable(name: "val", arg: 2, scope: !96, file: !84, line: 3919, type: !15)
!96 = distinct !DISubprogram(name: "atomic_add<usize, usize>", linkageName: "_ZN4core4sync6atomic10atomic_add17ha5029aedf4e12f2bE", scope: !6, file: !84, line: 3919, type: !97, scopeLine: 3919, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !103, retainedNodes: !100)
!97 = !DISubroutineType(types: !98)
!98 = !{!15, !99, !15, !27}
!99 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut usize", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!100 = !{!101, !95, !102}
!101 = !DILocalVariable(name: "dst", arg: 1, scope: !96, file: !84, line: 3919, type: !99)
!102 = !DILocalVariable(name: "order", arg: 3, scope: !96, file: !84, line: 3919, type: !27)
!103 = !{!17, !104}
!104 = !DITemplateTypeParameter(name: "U", type: !15)
!105 = !DILocation(line: 3919, column: 53, scope: !96, inlinedAt: !106)
!106 = !DILocation(line: 3136, column: 26, scope: !83)
!107 = !DILocation(line: 3134, column: 53, scope: !83)
!108 = !DILocation(line: 3919, column: 61, scope: !96, inlinedAt: !106)
!109 = !DILocalVariable(name: "self", arg: 1, scope: !110, file: !111, line: 2443, type: !114)
!110 = distinct !DISubprogram(name: "get<usize>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17ha0d464b5a34e3b8fE", scope: !11, file: !111, line: 2443, type: !112, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !16, declaration: !115, retainedNodes: !116)
!111 = !DIFile(filename: "library/core/src/cell.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "96404e804c6faf0fea9fa631bcb8d1d2")
!112 = !DISubroutineType(types: !113)
!113 = !{!99, !114}
!114 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::cell::UnsafeCell<usize>", baseType: !11, size: 64, align: 64, dwarfAddressSpace: 0)
!115 = !DISubprogram(name: "get<usize>", linkageName: "_ZN4core4cell19UnsafeCell$LT$T$GT$3get17ha0d464b5a34e3b8fE", scope: !11, file: !111, line: 2443, type: !112, scopeLine: 2443, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !16)
!116 = !{!109}
!117 = !DILocation(line: 2443, column: 22, scope: !110, inlinedAt: !118)
!118 = !DILocation(line: 3136, column: 44, scope: !83)
!119 = !DILocation(line: 2447, column: 9, scope: !110, inlinedAt: !118)
!120 = !DILocation(line: 3919, column: 40, scope: !96, inlinedAt: !106)
!121 = !DILocation(line: 3922, column: 15, scope: !96, inlinedAt: !106)
!122 = !DILocation(line: 3922, column: 9, scope: !96, inlinedAt: !106)
!123 = !DILocation(line: 3923, column: 24, scope: !96, inlinedAt: !106)
!124 = !DILocation(line: 3925, column: 24, scope: !96, inlinedAt: !106)
!125 = !DILocation(line: 3924, column: 24, scope: !96, inlinedAt: !106)
!126 = !DILocation(line: 3926, column: 23, scope: !96, inlinedAt: !106)
!127 = !DILocation(line: 3927, column: 23, scope: !96, inlinedAt: !106)
!128 = !DILocation(line: 3137, column: 14, scope: !83)
!129 = distinct !DISubprogram(name: "ok_or<u32, &str>", linkageName: "_ZN4core6option15Option$LT$T$GT$5ok_or17hfa1fc9671b2b10a8E", scope: !48, file: !130, line: 1337, type: !131, scopeLine: 1337, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !142, declaration: !155, retainedNodes: !156)
!130 = !DIFile(filename: "library/core/src/option.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "3f12dd837a95e960b90752f70f5ddc0e")
!131 = !DISubroutineType(types: !132)
!132 = !{!133, !48, !144}
!133 = !DICompositeType(tag: DW_TAG_structure_type, name: "Result<u32, &str>", scope: !134, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !135, templateParams: !18, identifier: "f7249df76f8090c8983d2056808a9a41")
!134 = !DINamespace(name: "result", scope: !8)
!135 = !{!136}
!136 = !DICompositeType(tag: DW_TAG_variant_part, scope: !133, file: !5, size: 128, align: 64, elements: !137, templateParams: !18, identifier: "147811bfbed9ad0398d5f92476172d70", discriminator: !153)
!137 = !{!138, !149}
!138 = !DIDerivedType(tag: DW_TAG_member, name: "Ok", scope: !136, file: !5, baseType: !139, size: 128, align: 64, extraData: i64 0)
!139 = !DICompositeType(tag: DW_TAG_structure_type, name: "Ok", scope: !133, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !140, templateParams: !142, identifier: "f37d6ab096a4de8e54b96409229d1fe9")
!140 = !{!141}
!141 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !139, file: !5, baseType: !57, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!142 = !{!56, !143}
!143 = !DITemplateTypeParameter(name: "E", type: !144)
!144 = !DICompositeType(tag: DW_TAG_structure_type, name: "&str", file: !5, size: 128, align: 64, elements: !145, templateParams: !18, identifier: "9277eecd40495f85161460476aacc992")
!145 = !{!146, !148}
!146 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !144, file: !5, baseType: !147, size: 64, align: 64)
!147 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !28, size: 64, align: 64, dwarfAddressSpace: 0)
!148 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !144, file: !5, baseType: !15, size: 64, align: 64, offset: 64)
!149 = !DIDerivedType(tag: DW_TAG_member, name: "Err", scope: !136, file: !5, baseType: !150, size: 128, align: 64)
!150 = !DICompositeType(tag: DW_TAG_structure_type, name: "Err", scope: !133, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !151, templateParams: !142, identifier: "ca534b1298f268978cdabe1c09f4741")
!151 = !{!152}
!152 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !150, file: !5, baseType: !144, size: 128, align: 64, flags: DIFlagPublic)
!153 = !DIDerivedType(tag: DW_TAG_member, scope: !133, file: !5, baseType: !154, size: 64, align: 64, flags: DIFlagArtificial)
!154 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!155 = !DISubprogram(name: "ok_or<u32, &str>", linkageName: "_ZN4core6option15Option$LT$T$GT$5ok_or17hfa1fc9671b2b10a8E", scope: !48, file: !130, line: 1337, type: !131, scopeLine: 1337, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit, templateParams: !142)
!156 = !{!157, !158, !159}
!157 = !DILocalVariable(name: "self", arg: 1, scope: !129, file: !130, line: 1337, type: !48)
!158 = !DILocalVariable(name: "err", arg: 2, scope: !129, file: !130, line: 1337, type: !144)
!159 = !DILocalVariable(name: "v", scope: !160, file: !130, line: 1339, type: !57, align: 32)
!160 = distinct !DILexicalBlock(scope: !129, file: !130, line: 1339, column: 13)
!161 = !DILocation(line: 1337, column: 45, scope: !129)
!162 = !DILocation(line: 1337, column: 51, scope: !129)
!163 = !DILocation(line: 1338, column: 15, scope: !129)
!164 = !DILocation(line: 1338, column: 9, scope: !129)
!165 = !DILocation(line: 1339, column: 18, scope: !129)
!166 = !DILocation(line: 1339, column: 18, scope: !160)
!167 = !DILocation(line: 1339, column: 24, scope: !160)
!168 = !DILocation(line: 1342, column: 5, scope: !129)
!169 = !DILocation(line: 1340, column: 21, scope: !129)
!170 = !DILocation(line: 1340, column: 28, scope: !129)
!171 = !DILocation(line: 1342, column: 6, scope: !129)
!172 = distinct !DISubprogram(name: "sum", linkageName: "_ZN5small3sum17h30b0a47219a8bef1E", scope: !2, file: !3, line: 6, type: !173, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !194)
!173 = !DISubroutineType(types: !174)
!174 = !{!154, !175}
!175 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&small::Node", baseType: !176, size: 64, align: 64, dwarfAddressSpace: 0)
!176 = !DICompositeType(tag: DW_TAG_structure_type, name: "Node", scope: !2, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !177, templateParams: !18, identifier: "a484b9abfb80d4ebc1ccfc790edd6a90")
!177 = !{!178, !179}
!178 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !176, file: !5, baseType: !154, size: 64, align: 64, flags: DIFlagPublic)
!179 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !176, file: !5, baseType: !180, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!180 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<alloc::boxed::Box<small::Node, alloc::alloc::Global>>", scope: !49, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !181, templateParams: !18, identifier: "2853ad44034ceb7c2f81c7b916873038")
!181 = !{!182}
!182 = !DICompositeType(tag: DW_TAG_variant_part, scope: !180, file: !5, size: 64, align: 64, elements: !183, templateParams: !18, identifier: "5a4a58cdeebe1e1a87331545b1f83f73", discriminator: !193)
!183 = !{!184, !189}
!184 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !182, file: !5, baseType: !185, size: 64, align: 64, extraData: i64 0)
!185 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !180, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !18, templateParams: !186, identifier: "e14c08e763458968ade8c531f2de61ad")
!186 = !{!187}
!187 = !DITemplateTypeParameter(name: "T", type: !188)
!188 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "alloc::boxed::Box<small::Node, alloc::alloc::Global>", baseType: !176, size: 64, align: 64, dwarfAddressSpace: 0)
!189 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !182, file: !5, baseType: !190, size: 64, align: 64)
!190 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !180, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !191, templateParams: !186, identifier: "d0a8a1741ae046affcd12082f302f5c4")
!191 = !{!192}
!192 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !190, file: !5, baseType: !188, size: 64, align: 64, flags: DIFlagPublic)
!193 = !DIDerivedType(tag: DW_TAG_member, scope: !180, file: !5, baseType: !154, size: 64, align: 64, flags: DIFlagArtificial)
!194 = !{!195, !196, !198}
!195 = !DILocalVariable(name: "node", arg: 1, scope: !172, file: !3, line: 6, type: !175)
!196 = !DILocalVariable(name: "total", scope: !197, file: !3, line: 7, type: !154, align: 64)
!197 = distinct !DILexicalBlock(scope: !172, file: !3, line: 7, column: 5)
!198 = !DILocalVariable(name: "next", scope: !199, file: !3, line: 8, type: !200, align: 64)
!199 = distinct !DILexicalBlock(scope: !197, file: !3, line: 8, column: 39)
!200 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::boxed::Box<small::Node, alloc::alloc::Global>", baseType: !188, size: 64, align: 64, dwarfAddressSpace: 0)
!201 = !DILocation(line: 6, column: 12, scope: !172)
!202 = !DILocation(line: 7, column: 9, scope: !197)
!203 = !DILocation(line: 7, column: 21, scope: !172)
!204 = !DILocation(line: 8, column: 5, scope: !197)
!205 = !DILocation(line: 8, column: 28, scope: !199)
!206 = !DILocation(line: 8, column: 15, scope: !199)
!207 = !DILocation(line: 8, column: 20, scope: !199)
!208 = !DILocation(line: 8, column: 49, scope: !199)
!209 = !DILocation(line: 8, column: 68, scope: !199)
!210 = !DILocation(line: 9, column: 11, scope: !197)
!211 = !DILocation(line: 10, column: 5, scope: !197)
!212 = !DILocation(line: 11, column: 2, scope: !172)
!213 = !DILocalVariable(name: "self", arg: 1, scope: !214, file: !43, line: 2456, type: !154)
!214 = distinct !DISubprogram(name: "wrapping_add", linkageName: "_RNvMs7_NtCsgEmfK2I1SDS_4core3numy12wrapping_add", scope: !215, file: !43, line: 2456, type: !216, scopeLine: 2456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !218)
!215 = !DINamespace(name: "{impl#9}", scope: !45)
!216 = !DISubroutineType(types: !217)
!217 = !{!154, !154, !154}
!218 = !{!213, !219}
!219 = !DILocalVariable(name: "rhs", arg: 2, scope: !214, file: !43, line: 2456, type: !154)
!220 = !DILocation(line: 2456, column: 35, scope: !214, inlinedAt: !221)
!221 = distinct !DILocation(line: 8, column: 55, scope: !199)
!222 = !DILocation(line: 2456, column: 41, scope: !214, inlinedAt: !221)
!223 = !DILocation(line: 2457, column: 13, scope: !214, inlinedAt: !221)
!224 = !DILocation(line: 8, column: 41, scope: !199)
!225 = !DILocation(line: 8, column: 88, scope: !199)
!226 = !DILocation(line: 8, column: 81, scope: !199)
!227 = !DILocation(line: 6, column: 1, scope: !172)
!228 = distinct !DISubprogram(name: "index", linkageName: "_ZN5small5index17h12e5c2a0c76059b3E", scope: !2, file: !3, line: 13, type: !229, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !237)
!229 = !DISubroutineType(types: !230)
!230 = !{!231, !232, !15}
!231 = !DIBasicType(name: "i128", size: 128, encoding: DW_ATE_signed)
!232 = !DICompositeType(tag: DW_TAG_structure_type, name: "&[i128]", file: !5, size: 128, align: 64, elements: !233, templateParams: !18, identifier: "6ca8995a979176bb43304bf44a446f86")
!233 = !{!234, !236}
!234 = !DIDerivedType(tag: DW_TAG_member, name: "data_ptr", scope: !232, file: !5, baseType: !235, size: 64, align: 64)
!235 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !231, size: 64, align: 64, dwarfAddressSpace: 0)
!236 = !DIDerivedType(tag: DW_TAG_member, name: "length", scope: !232, file: !5, baseType: !15, size: 64, align: 64, offset: 64)
!237 = !{!238, !239}
!238 = !DILocalVariable(name: "all", arg: 1, scope: !228, file: !3, line: 13, type: !232)
!239 = !DILocalVariable(name: "at", arg: 2, scope: !228, file: !3, line: 13, type: !15)
!240 = !DILocation(line: 13, column: 14, scope: !228)
!241 = !DILocation(line: 13, column: 28, scope: !228)
!242 = !DILocation(line: 13, column: 49, scope: !228)
!243 = !DILocation(line: 13, column: 62, scope: !228)
!244 = distinct !DISubprogram(name: "checked", linkageName: "_ZN5small7checked17hcf2790e21a632e4eE", scope: !2, file: !3, line: 12, type: !245, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !24, templateParams: !18, retainedNodes: !247)
!245 = !DISubroutineType(types: !246)
!246 = !{!133, !57, !57}
!247 = !{!248, !249}
!248 = !DILocalVariable(name: "a", arg: 1, scope: !244, file: !3, line: 12, type: !57)
!249 = !DILocalVariable(name: "b", arg: 2, scope: !244, file: !3, line: 12, type: !57)
!250 = !DILocation(line: 12, column: 16, scope: !244)
!251 = !DILocation(line: 12, column: 24, scope: !244)
!252 = !DILocation(line: 12, column: 65, scope: !244)
!253 = !DILocation(line: 12, column: 80, scope: !244)
!254 = !DILocation(line: 12, column: 99, scope: !244)
