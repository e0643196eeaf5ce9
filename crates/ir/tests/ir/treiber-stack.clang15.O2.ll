; ModuleID = 'treiber-stack.c'
source_filename = "treiber-stack.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, ptr }

@.str = private unnamed_addr constant [30 x i8] c"v == -1 || (v >= 1 && v <= N)\00", align 1, !dbg !0
@.str.1 = private unnamed_addr constant [16 x i8] c"treiber-stack.c\00", align 1, !dbg !7
@__PRETTY_FUNCTION__.popper = private unnamed_addr constant [21 x i8] c"void *popper(void *)\00", align 1, !dbg !12
@top = internal global ptr null, align 8, !dbg !18

; Function Attrs: nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #0 !dbg !50 {
entry:
  %t = alloca [2 x i64], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %t) #9, !dbg !65
  call void @llvm.dbg.declare(metadata ptr %t, metadata !54, metadata !DIExpression()), !dbg !66
  call void @llvm.dbg.value(metadata i64 0, metadata !61, metadata !DIExpression()), !dbg !67
  call void @llvm.dbg.value(metadata i64 0, metadata !61, metadata !DIExpression()), !dbg !67
  %call = call i32 @pthread_create(ptr noundef nonnull %t, ptr noundef null, ptr noundef nonnull @pusher, ptr noundef null) #9, !dbg !68
  call void @llvm.dbg.value(metadata i64 1, metadata !61, metadata !DIExpression()), !dbg !67
  call void @llvm.dbg.value(metadata i64 1, metadata !61, metadata !DIExpression()), !dbg !67
  %arrayidx.1 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 1, !dbg !70
  %call.1 = call i32 @pthread_create(ptr noundef nonnull %arrayidx.1, ptr noundef null, ptr noundef nonnull @popper, ptr noundef nonnull inttoptr (i64 1 to ptr)) #9, !dbg !68
  call void @llvm.dbg.value(metadata i64 2, metadata !61, metadata !DIExpression()), !dbg !67
  call void @llvm.dbg.value(metadata i64 0, metadata !63, metadata !DIExpression()), !dbg !71
  %0 = load i64, ptr %t, align 16, !dbg !72, !tbaa !74
  %call7 = call i32 @pthread_join(i64 noundef %0, ptr noundef null) #9, !dbg !78
  call void @llvm.dbg.value(metadata i64 1, metadata !63, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata i64 1, metadata !63, metadata !DIExpression()), !dbg !71
  %1 = load i64, ptr %arrayidx.1, align 8, !dbg !72, !tbaa !74
  %call7.1 = call i32 @pthread_join(i64 noundef %1, ptr noundef null) #9, !dbg !78
  call void @llvm.dbg.value(metadata i64 2, metadata !63, metadata !DIExpression()), !dbg !71
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %t) #9, !dbg !79
  ret i32 0, !dbg !80
}

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #2

; Function Attrs: nounwind
declare !dbg !81 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal noalias ptr @popper(ptr nocapture readnone %arg) #0 !dbg !103 {
entry:
  call void @llvm.dbg.value(metadata ptr poison, metadata !105, metadata !DIExpression()), !dbg !107
  %0 = load atomic i64, ptr @top acquire, align 8, !dbg !108
  call void @llvm.dbg.value(metadata i64 %0, metadata !111, metadata !DIExpression()), !dbg !113
  %tobool.old.not.i = icmp eq i64 %0, 0, !dbg !114
  br i1 %tobool.old.not.i, label %if.end, label %land.rhs.preheader.i, !dbg !115

land.rhs.preheader.i:                             ; preds = %entry
  %1 = inttoptr i64 %0 to ptr, !dbg !108
  call void @llvm.dbg.value(metadata ptr %1, metadata !111, metadata !DIExpression()), !dbg !113
  br label %land.rhs.i, !dbg !116

land.rhs.i:                                       ; preds = %land.rhs.i, %land.rhs.preheader.i
  %o.0.i = phi ptr [ %o.1.i, %land.rhs.i ], [ %1, %land.rhs.preheader.i ], !dbg !117
  call void @llvm.dbg.value(metadata ptr %o.0.i, metadata !111, metadata !DIExpression()), !dbg !113
  %next.i = getelementptr inbounds %struct.node, ptr %o.0.i, i64 0, i32 1, !dbg !118
  %2 = load ptr, ptr %next.i, align 8, !dbg !118, !tbaa !119
  %3 = ptrtoint ptr %o.0.i to i64, !dbg !123
  %4 = ptrtoint ptr %2 to i64, !dbg !123
  %5 = cmpxchg weak ptr @top, i64 %3, i64 %4 acquire acquire, align 8, !dbg !123
  %6 = extractvalue { i64, i1 } %5, 1, !dbg !123
  %7 = extractvalue { i64, i1 } %5, 0, !dbg !123
  %8 = inttoptr i64 %7 to ptr, !dbg !123
  %o.1.i = select i1 %6, ptr %o.0.i, ptr %8, !dbg !123
  call void @llvm.dbg.value(metadata ptr %o.1.i, metadata !111, metadata !DIExpression()), !dbg !113
  %lnot.i = xor i1 %6, true, !dbg !124
  %tobool.i = icmp ne ptr %o.1.i, null
  %or.cond.i = select i1 %lnot.i, i1 %tobool.i, i1 false, !dbg !116
  br i1 %or.cond.i, label %land.rhs.i, label %while.end.i, !dbg !116, !llvm.loop !125

while.end.i:                                      ; preds = %land.rhs.i
  call void @llvm.dbg.value(metadata ptr %o.1.i, metadata !111, metadata !DIExpression()), !dbg !113
  %tobool2.not.i = icmp eq ptr %o.1.i, null, !dbg !128
  br i1 %tobool2.not.i, label %if.end, label %pop.exit, !dbg !128

pop.exit:                                         ; preds = %while.end.i
  %9 = load i32, ptr %o.1.i, align 8, !dbg !129, !tbaa !130
  call void @llvm.dbg.value(metadata i32 %9, metadata !106, metadata !DIExpression()), !dbg !107
  switch i32 %9, label %if.else [
    i32 -1, label %if.end
    i32 2, label %if.end
    i32 1, label %if.end
  ], !dbg !131

if.else:                                          ; preds = %pop.exit
  tail call void @__assert_fail(ptr noundef nonnull @.str, ptr noundef nonnull @.str.1, i32 noundef 37, ptr noundef nonnull @__PRETTY_FUNCTION__.popper) #10, !dbg !131
  unreachable, !dbg !131

if.end:                                           ; preds = %entry, %while.end.i, %pop.exit, %pop.exit, %pop.exit
  ret ptr null, !dbg !134
}

; Function Attrs: nofree nounwind uwtable
define internal noalias ptr @pusher(ptr noundef %arg) #4 !dbg !135 {
entry:
  call void @llvm.dbg.value(metadata ptr %arg, metadata !137, metadata !DIExpression()), !dbg !138
  %0 = ptrtoint ptr %arg to i64, !dbg !139
  %conv = trunc i64 %0 to i32, !dbg !140
  %add = add nsw i32 %conv, 1, !dbg !141
  call void @llvm.dbg.value(metadata i32 %add, metadata !142, metadata !DIExpression()), !dbg !149
  %call.i = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #11, !dbg !151
  call void @llvm.dbg.value(metadata ptr %call.i, metadata !147, metadata !DIExpression()), !dbg !149
  store i32 %add, ptr %call.i, align 8, !dbg !152, !tbaa !130
  %1 = load atomic i64, ptr @top monotonic, align 8, !dbg !153
  call void @llvm.dbg.value(metadata i64 %1, metadata !148, metadata !DIExpression()), !dbg !149
  %next.i = getelementptr inbounds %struct.node, ptr %call.i, i64 0, i32 1
  %2 = ptrtoint ptr %call.i to i64
  br label %do.body.i, !dbg !154

do.body.i:                                        ; preds = %do.body.i, %entry
  %o.0.in.i = phi i64 [ %1, %entry ], [ %5, %do.body.i ]
  %o.0.i = inttoptr i64 %o.0.in.i to ptr, !dbg !155
  call void @llvm.dbg.value(metadata ptr %o.0.i, metadata !148, metadata !DIExpression()), !dbg !149
  store ptr %o.0.i, ptr %next.i, align 8, !dbg !156, !tbaa !119
  %3 = cmpxchg weak ptr @top, i64 %o.0.in.i, i64 %2 release monotonic, align 8, !dbg !158
  %4 = extractvalue { i64, i1 } %3, 1, !dbg !158
  %5 = extractvalue { i64, i1 } %3, 0, !dbg !158
  call void @llvm.dbg.value(metadata ptr undef, metadata !148, metadata !DIExpression()), !dbg !149
  br i1 %4, label %push.exit, label %do.body.i, !dbg !159, !llvm.loop !160

push.exit:                                        ; preds = %do.body.i
  ret ptr null, !dbg !162
}

; Function Attrs: argmemonly mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare !dbg !163 i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #6

; Function Attrs: inaccessiblememonly mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #7

; Function Attrs: nocallback nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #8

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { argmemonly mustprogress nocallback nofree nosync nounwind willreturn }
attributes #2 = { mustprogress nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { noreturn nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { inaccessiblememonly mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc" "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nocallback nofree nosync nounwind readnone speculatable willreturn }
attributes #9 = { nounwind }
attributes #10 = { noreturn nounwind }
attributes #11 = { nounwind allocsize(0) }

!llvm.dbg.cu = !{!20}
!llvm.module.flags = !{!43, !44, !45, !46, !47, !48}
!llvm.ident = !{!49}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !2, line: 37, type: !3, isLocal: true, isDefinition: true)
!2 = !DIFile(filename: "treiber-stack.c", directory: ".", checksumkind: CSK_MD5, checksum: "83f38be1b2b35156f531a5cc738a068e")
!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 240, elements: !5)
!4 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!5 = !{!6}
!6 = !DISubrange(count: 30)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(scope: null, file: !2, line: 37, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 128, elements: !10)
!10 = !{!11}
!11 = !DISubrange(count: 16)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression())
!13 = distinct !DIGlobalVariable(scope: null, file: !2, line: 37, type: !14, isLocal: true, isDefinition: true)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 168, elements: !16)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!16 = !{!17}
!17 = !DISubrange(count: 21)
!18 = !DIGlobalVariableExpression(var: !19, expr: !DIExpression())
!19 = distinct !DIGlobalVariable(name: "top", scope: !20, file: !2, line: 23, type: !37, isLocal: true, isDefinition: true)
!20 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "Debian clang version 15.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !21, retainedTypes: !32, globals: !36, splitDebugInlining: false, nameTableKind: None)
!21 = !{!22}
!22 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !23, line: 57, baseType: !24, size: 32, elements: !25)
!23 = !DIFile(filename: "/usr/lib/llvm-15/lib/clang/15.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "c31d38c6c5a076e42adea43381ce5a8c")
!24 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!25 = !{!26, !27, !28, !29, !30, !31}
!26 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!27 = !DIEnumerator(name: "memory_order_consume", value: 1)
!28 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!29 = !DIEnumerator(name: "memory_order_release", value: 3)
!30 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!31 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!32 = !{!33, !34, !35}
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!34 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!35 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!36 = !{!0, !7, !12, !18}
!37 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !38)
!38 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !39, size: 64)
!39 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !2, line: 22, size: 128, elements: !40)
!40 = !{!41, !42}
!41 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !39, file: !2, line: 22, baseType: !34, size: 32)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !39, file: !2, line: 22, baseType: !38, size: 64, offset: 64)
!43 = !{i32 7, !"Dwarf Version", i32 5}
!44 = !{i32 2, !"Debug Info Version", i32 3}
!45 = !{i32 1, !"wchar_size", i32 4}
!46 = !{i32 7, !"PIC Level", i32 2}
!47 = !{i32 7, !"PIE Level", i32 2}
!48 = !{i32 7, !"uwtable", i32 2}
!49 = !{!"Debian clang version 15.0.6"}
!50 = distinct !DISubprogram(name: "main", scope: !2, file: !2, line: 38, type: !51, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !20, retainedNodes: !53)
!51 = !DISubroutineType(types: !52)
!52 = !{!34}
!53 = !{!54, !61, !63}
!54 = !DILocalVariable(name: "t", scope: !50, file: !2, line: 39, type: !55)
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !56, size: 128, elements: !59)
!56 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !57, line: 27, baseType: !58)
!57 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!58 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!59 = !{!60}
!60 = !DISubrange(count: 2)
!61 = !DILocalVariable(name: "i", scope: !62, file: !2, line: 40, type: !35)
!62 = distinct !DILexicalBlock(scope: !50, file: !2, line: 40, column: 2)
!63 = !DILocalVariable(name: "i", scope: !64, file: !2, line: 41, type: !34)
!64 = distinct !DILexicalBlock(scope: !50, file: !2, line: 41, column: 2)
!65 = !DILocation(line: 39, column: 2, scope: !50)
!66 = !DILocation(line: 39, column: 12, scope: !50)
!67 = !DILocation(line: 0, scope: !62)
!68 = !DILocation(line: 40, column: 31, scope: !69)
!69 = distinct !DILexicalBlock(scope: !62, file: !2, line: 40, column: 2)
!70 = !DILocation(line: 40, column: 47, scope: !69)
!71 = !DILocation(line: 0, scope: !64)
!72 = !DILocation(line: 41, column: 43, scope: !73)
!73 = distinct !DILexicalBlock(scope: !64, file: !2, line: 41, column: 2)
!74 = !{!75, !75, i64 0}
!75 = !{!"long", !76, i64 0}
!76 = !{!"omnipotent char", !77, i64 0}
!77 = !{!"Simple C/C++ TBAA"}
!78 = !DILocation(line: 41, column: 30, scope: !73)
!79 = !DILocation(line: 43, column: 1, scope: !50)
!80 = !DILocation(line: 42, column: 2, scope: !50)
!81 = !DISubprogram(name: "pthread_create", scope: !82, file: !82, line: 202, type: !83, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !102)
!82 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!83 = !DISubroutineType(types: !84)
!84 = !{!34, !85, !87, !98, !101}
!85 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !86)
!86 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !56, size: 64)
!87 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !88)
!88 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !89, size: 64)
!89 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !90)
!90 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !57, line: 62, baseType: !91)
!91 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !57, line: 56, size: 448, elements: !92)
!92 = !{!93, !97}
!93 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !91, file: !57, line: 58, baseType: !94, size: 448)
!94 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 448, elements: !95)
!95 = !{!96}
!96 = !DISubrange(count: 56)
!97 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !91, file: !57, line: 59, baseType: !35, size: 64)
!98 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !99, size: 64)
!99 = !DISubroutineType(types: !100)
!100 = !{!33, !33}
!101 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !33)
!102 = !{}
!103 = distinct !DISubprogram(name: "popper", scope: !2, file: !2, line: 37, type: !99, scopeLine: 37, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !20, retainedNodes: !104)
!104 = !{!105, !106}
!105 = !DILocalVariable(name: "arg", arg: 1, scope: !103, file: !2, line: 37, type: !33)
!106 = !DILocalVariable(name: "v", scope: !103, file: !2, line: 37, type: !34)
!107 = !DILocation(line: 0, scope: !103)
!108 = !DILocation(line: 31, column: 19, scope: !109, inlinedAt: !112)
!109 = distinct !DISubprogram(name: "pop", scope: !2, file: !2, line: 30, type: !51, scopeLine: 30, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !20, retainedNodes: !110)
!110 = !{!111}
!111 = !DILocalVariable(name: "o", scope: !109, file: !2, line: 31, type: !38)
!112 = distinct !DILocation(line: 37, column: 42, scope: !103)
!113 = !DILocation(line: 0, scope: !109, inlinedAt: !112)
!114 = !DILocation(line: 32, column: 9, scope: !109, inlinedAt: !112)
!115 = !DILocation(line: 32, column: 11, scope: !109, inlinedAt: !112)
!116 = !DILocation(line: 32, column: 2, scope: !109, inlinedAt: !112)
!117 = !DILocation(line: 31, column: 15, scope: !109, inlinedAt: !112)
!118 = !DILocation(line: 32, column: 66, scope: !109, inlinedAt: !112)
!119 = !{!120, !122, i64 8}
!120 = !{!"node", !121, i64 0, !122, i64 8}
!121 = !{!"int", !76, i64 0}
!122 = !{!"any pointer", !76, i64 0}
!123 = !DILocation(line: 32, column: 15, scope: !109, inlinedAt: !112)
!124 = !DILocation(line: 32, column: 14, scope: !109, inlinedAt: !112)
!125 = distinct !{!125, !116, !126, !127}
!126 = !DILocation(line: 33, column: 3, scope: !109, inlinedAt: !112)
!127 = !{!"llvm.loop.mustprogress"}
!128 = !DILocation(line: 34, column: 9, scope: !109, inlinedAt: !112)
!129 = !DILocation(line: 34, column: 16, scope: !109, inlinedAt: !112)
!130 = !{!120, !121, i64 0}
!131 = !DILocation(line: 37, column: 49, scope: !132)
!132 = distinct !DILexicalBlock(scope: !133, file: !2, line: 37, column: 49)
!133 = distinct !DILexicalBlock(scope: !103, file: !2, line: 37, column: 49)
!134 = !DILocation(line: 37, column: 88, scope: !103)
!135 = distinct !DISubprogram(name: "pusher", scope: !2, file: !2, line: 36, type: !99, scopeLine: 36, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !20, retainedNodes: !136)
!136 = !{!137}
!137 = !DILocalVariable(name: "arg", arg: 1, scope: !135, file: !2, line: 36, type: !33)
!138 = !DILocation(line: 0, scope: !135)
!139 = !DILocation(line: 36, column: 48, scope: !135)
!140 = !DILocation(line: 36, column: 43, scope: !135)
!141 = !DILocation(line: 36, column: 41, scope: !135)
!142 = !DILocalVariable(name: "v", arg: 1, scope: !143, file: !2, line: 24, type: !34)
!143 = distinct !DISubprogram(name: "push", scope: !2, file: !2, line: 24, type: !144, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !20, retainedNodes: !146)
!144 = !DISubroutineType(types: !145)
!145 = !{null, !34}
!146 = !{!142, !147, !148}
!147 = !DILocalVariable(name: "n", scope: !143, file: !2, line: 25, type: !38)
!148 = !DILocalVariable(name: "o", scope: !143, file: !2, line: 27, type: !38)
!149 = !DILocation(line: 0, scope: !143, inlinedAt: !150)
!150 = distinct !DILocation(line: 36, column: 34, scope: !135)
!151 = !DILocation(line: 25, column: 19, scope: !143, inlinedAt: !150)
!152 = !DILocation(line: 26, column: 7, scope: !143, inlinedAt: !150)
!153 = !DILocation(line: 27, column: 19, scope: !143, inlinedAt: !150)
!154 = !DILocation(line: 28, column: 2, scope: !143, inlinedAt: !150)
!155 = !DILocation(line: 27, column: 15, scope: !143, inlinedAt: !150)
!156 = !DILocation(line: 28, column: 15, scope: !157, inlinedAt: !150)
!157 = distinct !DILexicalBlock(scope: !143, file: !2, line: 28, column: 5)
!158 = !DILocation(line: 28, column: 30, scope: !143, inlinedAt: !150)
!159 = !DILocation(line: 28, column: 20, scope: !157, inlinedAt: !150)
!160 = distinct !{!160, !154, !161, !127}
!161 = !DILocation(line: 28, column: 90, scope: !143, inlinedAt: !150)
!162 = !DILocation(line: 36, column: 60, scope: !135)
!163 = !DISubprogram(name: "pthread_join", scope: !82, file: !82, line: 219, type: !164, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !102)
!164 = !DISubroutineType(types: !165)
!165 = !{!34, !56, !166}
!166 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
