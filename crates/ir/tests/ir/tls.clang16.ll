; ModuleID = 'tls.c'
source_filename = "tls.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@tl = internal thread_local global i32 5, align 4, !dbg !0
@x = internal global i32 0, align 4, !dbg !35
@.str = private unnamed_addr constant [33 x i8] c"tl == 5 && atomic_load(&x) == 12\00", align 1, !dbg !18
@.str.1 = private unnamed_addr constant [6 x i8] c"tls.c\00", align 1, !dbg !24
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !29
@.str.2 = private unnamed_addr constant [8 x i8] c"tl == 6\00", align 1, !dbg !40
@__PRETTY_FUNCTION__.p0 = private unnamed_addr constant [17 x i8] c"void *p0(void *)\00", align 1, !dbg !45
@__PRETTY_FUNCTION__.p1 = private unnamed_addr constant [17 x i8] c"void *p1(void *)\00", align 1, !dbg !50

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !60 {
entry:
  %retval = alloca i32, align 4
  %t = alloca [2 x i64], align 16
  %atomic-temp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  call void @llvm.dbg.declare(metadata ptr %t, metadata !64, metadata !DIExpression()), !dbg !71
  %arrayidx = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !72
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @p0, ptr noundef null) #5, !dbg !73
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !74
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @p1, ptr noundef null) #5, !dbg !75
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !76
  %0 = load i64, ptr %arrayidx3, align 16, !dbg !76
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !77
  %arrayidx5 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !78
  %1 = load i64, ptr %arrayidx5, align 8, !dbg !78
  %call6 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !79
  %2 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !80
  %3 = load i32, ptr %2, align 4, !dbg !80
  %cmp = icmp eq i32 %3, 5, !dbg !80
  br i1 %cmp, label %land.lhs.true, label %if.else, !dbg !80

land.lhs.true:                                    ; preds = %entry
  %4 = load atomic i32, ptr @x seq_cst, align 4, !dbg !80
  store i32 %4, ptr %atomic-temp, align 4, !dbg !80
  %5 = load i32, ptr %atomic-temp, align 4, !dbg !80
  %cmp7 = icmp eq i32 %5, 12, !dbg !80
  br i1 %cmp7, label %if.then, label %if.else, !dbg !83

if.then:                                          ; preds = %land.lhs.true
  br label %if.end, !dbg !83

if.else:                                          ; preds = %land.lhs.true, %entry
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.str.1, i32 noundef 18, ptr noundef @__PRETTY_FUNCTION__.main) #6, !dbg !80
  unreachable, !dbg !80

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !84
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal ptr @p0(ptr noundef %arg) #0 !dbg !85 {
entry:
  %arg.addr = alloca ptr, align 8
  store ptr %arg, ptr %arg.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %arg.addr, metadata !88, metadata !DIExpression()), !dbg !89
  call void @bump(), !dbg !90
  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !91
  %1 = load i32, ptr %0, align 4, !dbg !91
  %cmp = icmp eq i32 %1, 6, !dbg !91
  br i1 %cmp, label %if.then, label %if.else, !dbg !94

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !94

if.else:                                          ; preds = %entry
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 11, ptr noundef @__PRETTY_FUNCTION__.p0) #6, !dbg !91
  unreachable, !dbg !91

if.end:                                           ; preds = %if.then
  ret ptr null, !dbg !95
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @p1(ptr noundef %arg) #0 !dbg !96 {
entry:
  %arg.addr = alloca ptr, align 8
  store ptr %arg, ptr %arg.addr, align 8
  call void @llvm.dbg.declare(metadata ptr %arg.addr, metadata !97, metadata !DIExpression()), !dbg !98
  call void @bump(), !dbg !99
  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !100
  %1 = load i32, ptr %0, align 4, !dbg !100
  %cmp = icmp eq i32 %1, 6, !dbg !100
  br i1 %cmp, label %if.then, label %if.else, !dbg !103

if.then:                                          ; preds = %entry
  br label %if.end, !dbg !103

if.else:                                          ; preds = %entry
  call void @__assert_fail(ptr noundef @.str.2, ptr noundef @.str.1, i32 noundef 12, ptr noundef @__PRETTY_FUNCTION__.p1) #6, !dbg !100
  unreachable, !dbg !100

if.end:                                           ; preds = %if.then
  ret ptr null, !dbg !104
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #4

; Function Attrs: noinline nounwind uwtable
define internal void @bump() #0 !dbg !105 {
entry:
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %0 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !108
  %1 = load i32, ptr %0, align 4, !dbg !109
  %inc = add nsw i32 %1, 1, !dbg !109
  store i32 %inc, ptr %0, align 4, !dbg !109
  %2 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !110
  %3 = load i32, ptr %2, align 4, !dbg !110
  store i32 %3, ptr %.atomictmp, align 4, !dbg !111
  %4 = load i32, ptr %.atomictmp, align 4, !dbg !111
  %5 = atomicrmw add ptr @x, i32 %4 monotonic, align 4, !dbg !111
  store i32 %5, ptr %atomic-temp, align 4, !dbg !111
  %6 = load i32, ptr %atomic-temp, align 4, !dbg !111
  ret void, !dbg !112
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!52, !53, !54, !55, !56, !57, !58}
!llvm.ident = !{!59}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "tl", scope: !2, file: !3, line: 8, type: !39, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "tls.c", directory: ".", checksumkind: CSK_MD5, checksum: "b59210dd799e7b508820d449f6d74b99")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 60, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-16/lib/clang/16/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "2aec2bf8bd6e0ecaa362310432b26ada")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !{!18, !24, !29, !35, !40, !45, !50, !0}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(scope: null, file: !3, line: 18, type: !20, isLocal: true, isDefinition: true)
!20 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 264, elements: !22)
!21 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!22 = !{!23}
!23 = !DISubrange(count: 33)
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(scope: null, file: !3, line: 18, type: !26, isLocal: true, isDefinition: true)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 48, elements: !27)
!27 = !{!28}
!28 = !DISubrange(count: 6)
!29 = !DIGlobalVariableExpression(var: !30, expr: !DIExpression())
!30 = distinct !DIGlobalVariable(scope: null, file: !3, line: 18, type: !31, isLocal: true, isDefinition: true)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 120, elements: !33)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !21)
!33 = !{!34}
!34 = !DISubrange(count: 15)
!35 = !DIGlobalVariableExpression(var: !36, expr: !DIExpression())
!36 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 9, type: !37, isLocal: true, isDefinition: true)
!37 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 96, baseType: !38)
!38 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !39)
!39 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!40 = !DIGlobalVariableExpression(var: !41, expr: !DIExpression())
!41 = distinct !DIGlobalVariable(scope: null, file: !3, line: 11, type: !42, isLocal: true, isDefinition: true)
!42 = !DICompositeType(tag: DW_TAG_array_type, baseType: !21, size: 64, elements: !43)
!43 = !{!44}
!44 = !DISubrange(count: 8)
!45 = !DIGlobalVariableExpression(var: !46, expr: !DIExpression())
!46 = distinct !DIGlobalVariable(scope: null, file: !3, line: 11, type: !47, isLocal: true, isDefinition: true)
!47 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 136, elements: !48)
!48 = !{!49}
!49 = !DISubrange(count: 17)
!50 = !DIGlobalVariableExpression(var: !51, expr: !DIExpression())
!51 = distinct !DIGlobalVariable(scope: null, file: !3, line: 12, type: !47, isLocal: true, isDefinition: true)
!52 = !{i32 7, !"Dwarf Version", i32 5}
!53 = !{i32 2, !"Debug Info Version", i32 3}
!54 = !{i32 1, !"wchar_size", i32 4}
!55 = !{i32 8, !"PIC Level", i32 2}
!56 = !{i32 7, !"PIE Level", i32 2}
!57 = !{i32 7, !"uwtable", i32 2}
!58 = !{i32 7, !"frame-pointer", i32 2}
!59 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!60 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 13, type: !61, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !63)
!61 = !DISubroutineType(types: !62)
!62 = !{!39}
!63 = !{}
!64 = !DILocalVariable(name: "t", scope: !60, file: !3, line: 14, type: !65)
!65 = !DICompositeType(tag: DW_TAG_array_type, baseType: !66, size: 128, elements: !69)
!66 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !67, line: 27, baseType: !68)
!67 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!68 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!69 = !{!70}
!70 = !DISubrange(count: 2)
!71 = !DILocation(line: 14, column: 12, scope: !60)
!72 = !DILocation(line: 15, column: 18, scope: !60)
!73 = !DILocation(line: 15, column: 2, scope: !60)
!74 = !DILocation(line: 16, column: 18, scope: !60)
!75 = !DILocation(line: 16, column: 2, scope: !60)
!76 = !DILocation(line: 17, column: 15, scope: !60)
!77 = !DILocation(line: 17, column: 2, scope: !60)
!78 = !DILocation(line: 17, column: 41, scope: !60)
!79 = !DILocation(line: 17, column: 28, scope: !60)
!80 = !DILocation(line: 18, column: 2, scope: !81)
!81 = distinct !DILexicalBlock(scope: !82, file: !3, line: 18, column: 2)
!82 = distinct !DILexicalBlock(scope: !60, file: !3, line: 18, column: 2)
!83 = !DILocation(line: 18, column: 2, scope: !82)
!84 = !DILocation(line: 19, column: 2, scope: !60)
!85 = distinct !DISubprogram(name: "p0", scope: !3, file: !3, line: 11, type: !86, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !63)
!86 = !DISubroutineType(types: !87)
!87 = !{!16, !16}
!88 = !DILocalVariable(name: "arg", arg: 1, scope: !85, file: !3, line: 11, type: !16)
!89 = !DILocation(line: 11, column: 23, scope: !85)
!90 = !DILocation(line: 11, column: 30, scope: !85)
!91 = !DILocation(line: 11, column: 38, scope: !92)
!92 = distinct !DILexicalBlock(scope: !93, file: !3, line: 11, column: 38)
!93 = distinct !DILexicalBlock(scope: !85, file: !3, line: 11, column: 38)
!94 = !DILocation(line: 11, column: 38, scope: !93)
!95 = !DILocation(line: 11, column: 55, scope: !85)
!96 = distinct !DISubprogram(name: "p1", scope: !3, file: !3, line: 12, type: !86, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !63)
!97 = !DILocalVariable(name: "arg", arg: 1, scope: !96, file: !3, line: 12, type: !16)
!98 = !DILocation(line: 12, column: 23, scope: !96)
!99 = !DILocation(line: 12, column: 30, scope: !96)
!100 = !DILocation(line: 12, column: 38, scope: !101)
!101 = distinct !DILexicalBlock(scope: !102, file: !3, line: 12, column: 38)
!102 = distinct !DILexicalBlock(scope: !96, file: !3, line: 12, column: 38)
!103 = !DILocation(line: 12, column: 38, scope: !102)
!104 = !DILocation(line: 12, column: 55, scope: !96)
!105 = distinct !DISubprogram(name: "bump", scope: !3, file: !3, line: 10, type: !106, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !63)
!106 = !DISubroutineType(types: !107)
!107 = !{null}
!108 = !DILocation(line: 10, column: 26, scope: !105)
!109 = !DILocation(line: 10, column: 28, scope: !105)
!110 = !DILocation(line: 10, column: 62, scope: !105)
!111 = !DILocation(line: 10, column: 32, scope: !105)
!112 = !DILocation(line: 10, column: 89, scope: !105)
