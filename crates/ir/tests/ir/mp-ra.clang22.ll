; ModuleID = 'mp-ra.c'
source_filename = "mp-ra.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@x = dso_local global i32 0, align 4, !dbg !0
@y = dso_local global i32 0, align 4, !dbg !18
@out_a = internal global i32 0, align 4, !dbg !23
@out_b = internal global i32 0, align 4, !dbg !25

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !35 {
entry:
  %retval = alloca i32, align 4
  %t = alloca [2 x i64], align 16
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %t, !39, !DIExpression(), !46)
  %arrayidx = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !47
  %call = call i32 @pthread_create(ptr noundef %arrayidx, ptr noundef null, ptr noundef @thread_0, ptr noundef null) #3, !dbg !48
  %arrayidx1 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !49
  %call2 = call i32 @pthread_create(ptr noundef %arrayidx1, ptr noundef null, ptr noundef @thread_1, ptr noundef null) #3, !dbg !50
  %arrayidx3 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 0, !dbg !51
  %0 = load i64, ptr %arrayidx3, align 16, !dbg !51
  %call4 = call i32 @pthread_join(i64 noundef %0, ptr noundef null), !dbg !52
  %arrayidx5 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !53
  %1 = load i64, ptr %arrayidx5, align 8, !dbg !53
  %call6 = call i32 @pthread_join(i64 noundef %1, ptr noundef null), !dbg !54
  ret i32 0, !dbg !55
}

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind uwtable
define internal ptr @thread_0(ptr noundef %arg) #0 !dbg !56 {
entry:
  %arg.addr = alloca ptr, align 8
  %.atomictmp = alloca i32, align 4
  %.atomictmp1 = alloca i32, align 4
  store ptr %arg, ptr %arg.addr, align 8
    #dbg_declare(ptr %arg.addr, !59, !DIExpression(), !60)
  %0 = load ptr, ptr %arg.addr, align 8, !dbg !61
  store i32 1, ptr %.atomictmp, align 4, !dbg !62
  %1 = load i32, ptr %.atomictmp, align 4, !dbg !62
  store atomic i32 %1, ptr @x monotonic, align 4, !dbg !62
  store i32 1, ptr %.atomictmp1, align 4, !dbg !63
  %2 = load i32, ptr %.atomictmp1, align 4, !dbg !63
  store atomic i32 %2, ptr @y release, align 4, !dbg !63
  ret ptr null, !dbg !64
}

; Function Attrs: noinline nounwind uwtable
define internal ptr @thread_1(ptr noundef %arg) #0 !dbg !65 {
entry:
  %arg.addr = alloca ptr, align 8
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %atomic-temp1 = alloca i32, align 4
  store ptr %arg, ptr %arg.addr, align 8
    #dbg_declare(ptr %arg.addr, !66, !DIExpression(), !67)
  %0 = load ptr, ptr %arg.addr, align 8, !dbg !68
    #dbg_declare(ptr %a, !69, !DIExpression(), !70)
  store i32 0, ptr %a, align 4, !dbg !70
    #dbg_declare(ptr %b, !71, !DIExpression(), !72)
  store i32 0, ptr %b, align 4, !dbg !72
  %1 = load atomic i32, ptr @y acquire, align 4, !dbg !73
  store i32 %1, ptr %atomic-temp, align 4, !dbg !73
  %2 = load i32, ptr %atomic-temp, align 4, !dbg !73
  store i32 %2, ptr %a, align 4, !dbg !74
  %3 = load atomic i32, ptr @x monotonic, align 4, !dbg !75
  store i32 %3, ptr %atomic-temp1, align 4, !dbg !75
  %4 = load i32, ptr %atomic-temp1, align 4, !dbg !75
  store i32 %4, ptr %b, align 4, !dbg !76
  %5 = load i32, ptr %a, align 4, !dbg !77
  store i32 %5, ptr @out_a, align 4, !dbg !78
  %6 = load i32, ptr %b, align 4, !dbg !79
  store i32 %6, ptr @out_b, align 4, !dbg !80
  ret ptr null, !dbg !81
}

declare i32 @pthread_join(i64 noundef, ptr noundef) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!27, !28, !29, !30, !31, !32, !33}
!llvm.ident = !{!34}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "x", scope: !2, file: !3, line: 7, type: !20, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !17, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mp-ra.c", directory: ".", checksumkind: CSK_MD5, checksum: "81d56c1c6740d336aeadca516cf382de")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-22/lib/clang/22/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
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
!17 = !{!0, !18, !23, !25}
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "y", scope: !2, file: !3, line: 7, type: !20, isLocal: false, isDefinition: true)
!20 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 104, baseType: !21)
!21 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !22)
!22 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!23 = !DIGlobalVariableExpression(var: !24, expr: !DIExpression())
!24 = distinct !DIGlobalVariable(name: "out_a", scope: !2, file: !3, line: 8, type: !22, isLocal: true, isDefinition: true)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "out_b", scope: !2, file: !3, line: 8, type: !22, isLocal: true, isDefinition: true)
!27 = !{i32 7, !"Dwarf Version", i32 5}
!28 = !{i32 2, !"Debug Info Version", i32 3}
!29 = !{i32 1, !"wchar_size", i32 4}
!30 = !{i32 8, !"PIC Level", i32 2}
!31 = !{i32 7, !"PIE Level", i32 2}
!32 = !{i32 7, !"uwtable", i32 2}
!33 = !{i32 7, !"frame-pointer", i32 2}
!34 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!35 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 29, type: !36, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !38)
!36 = !DISubroutineType(types: !37)
!37 = !{!22}
!38 = !{}
!39 = !DILocalVariable(name: "t", scope: !35, file: !3, line: 31, type: !40)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !41, size: 128, elements: !44)
!41 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !42, line: 27, baseType: !43)
!42 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!43 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!44 = !{!45}
!45 = !DISubrange(count: 2)
!46 = !DILocation(line: 31, column: 12, scope: !35)
!47 = !DILocation(line: 33, column: 18, scope: !35)
!48 = !DILocation(line: 33, column: 2, scope: !35)
!49 = !DILocation(line: 34, column: 18, scope: !35)
!50 = !DILocation(line: 34, column: 2, scope: !35)
!51 = !DILocation(line: 35, column: 15, scope: !35)
!52 = !DILocation(line: 35, column: 2, scope: !35)
!53 = !DILocation(line: 36, column: 15, scope: !35)
!54 = !DILocation(line: 36, column: 2, scope: !35)
!55 = !DILocation(line: 40, column: 2, scope: !35)
!56 = distinct !DISubprogram(name: "thread_0", scope: !3, file: !3, line: 10, type: !57, scopeLine: 11, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !38)
!57 = !DISubroutineType(types: !58)
!58 = !{!16, !16}
!59 = !DILocalVariable(name: "arg", arg: 1, scope: !56, file: !3, line: 10, type: !16)
!60 = !DILocation(line: 10, column: 29, scope: !56)
!61 = !DILocation(line: 12, column: 8, scope: !56)
!62 = !DILocation(line: 13, column: 2, scope: !56)
!63 = !DILocation(line: 14, column: 2, scope: !56)
!64 = !DILocation(line: 15, column: 2, scope: !56)
!65 = distinct !DISubprogram(name: "thread_1", scope: !3, file: !3, line: 18, type: !57, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !38)
!66 = !DILocalVariable(name: "arg", arg: 1, scope: !65, file: !3, line: 18, type: !16)
!67 = !DILocation(line: 18, column: 29, scope: !65)
!68 = !DILocation(line: 20, column: 8, scope: !65)
!69 = !DILocalVariable(name: "a", scope: !65, file: !3, line: 21, type: !22)
!70 = !DILocation(line: 21, column: 6, scope: !65)
!71 = !DILocalVariable(name: "b", scope: !65, file: !3, line: 21, type: !22)
!72 = !DILocation(line: 21, column: 13, scope: !65)
!73 = !DILocation(line: 22, column: 6, scope: !65)
!74 = !DILocation(line: 22, column: 4, scope: !65)
!75 = !DILocation(line: 23, column: 6, scope: !65)
!76 = !DILocation(line: 23, column: 4, scope: !65)
!77 = !DILocation(line: 24, column: 10, scope: !65)
!78 = !DILocation(line: 24, column: 8, scope: !65)
!79 = !DILocation(line: 25, column: 10, scope: !65)
!80 = !DILocation(line: 25, column: 8, scope: !65)
!81 = !DILocation(line: 26, column: 2, scope: !65)
