; ModuleID = 'ms-queue.c'
source_filename = "ms-queue.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@head = internal global ptr null, align 8, !dbg !0
@tail = internal global ptr null, align 8, !dbg !20
@.str = private unnamed_addr constant [17 x i8] c"v >= 1 && v <= N\00", align 1, !dbg !28
@.str.1 = private unnamed_addr constant [11 x i8] c"ms-queue.c\00", align 1, !dbg !34
@__PRETTY_FUNCTION__.run = private unnamed_addr constant [18 x i8] c"void *run(void *)\00", align 1, !dbg !39

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() local_unnamed_addr #0 !dbg !53 {
entry:
  %t = alloca [2 x i64], align 16, !DIAssignID !69
    #dbg_assign(i1 undef, !57, !DIExpression(), !69, ptr %t, !DIExpression(), !70)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %t) #6, !dbg !71
  %call = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #7, !dbg !72
    #dbg_value(ptr %call, !64, !DIExpression(), !70)
  %next = getelementptr inbounds i8, ptr %call, i64 8, !dbg !73
  store ptr null, ptr %next, align 8, !dbg !74, !tbaa !75
  store ptr %call, ptr @head, align 8, !dbg !78, !tbaa !75
  store ptr %call, ptr @tail, align 8, !dbg !79, !tbaa !75
    #dbg_value(i64 0, !65, !DIExpression(), !80)
  br label %for.body, !dbg !81

for.body:                                         ; preds = %entry, %for.body
  %i.019 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
    #dbg_value(i64 %i.019, !65, !DIExpression(), !80)
  %arrayidx = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 %i.019, !dbg !82
  %0 = inttoptr i64 %i.019 to ptr, !dbg !84
  %call1 = call i32 @pthread_create(ptr noundef nonnull %arrayidx, ptr noundef null, ptr noundef nonnull @run, ptr noundef %0) #6, !dbg !85
  %inc = add nuw nsw i64 %i.019, 1, !dbg !86
    #dbg_value(i64 %inc, !65, !DIExpression(), !80)
  %cmp = icmp eq i64 %i.019, 0, !dbg !87
  br i1 %cmp, label %for.body, label %for.body6, !dbg !81, !llvm.loop !88

for.cond.cleanup5:                                ; preds = %for.body6
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %t) #6, !dbg !92
  ret i32 0, !dbg !93

for.body6:                                        ; preds = %for.body, %for.body6
  %indvars.iv = phi i64 [ %indvars.iv.next, %for.body6 ], [ 0, %for.body ]
    #dbg_value(i64 %indvars.iv, !67, !DIExpression(), !94)
  %arrayidx7 = getelementptr inbounds [2 x i64], ptr %t, i64 0, i64 %indvars.iv, !dbg !95
  %1 = load i64, ptr %arrayidx7, align 8, !dbg !95, !tbaa !97
  %call8 = call i32 @pthread_join(i64 noundef %1, ptr noundef null) #6, !dbg !99
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1, !dbg !100
    #dbg_value(i64 %indvars.iv.next, !67, !DIExpression(), !94)
  %cmp4 = icmp eq i64 %indvars.iv, 0, !dbg !101
  br i1 %cmp4, label %for.body6, label %for.cond.cleanup5, !dbg !102, !llvm.loop !103
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #1

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare !dbg !105 noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #2

; Function Attrs: nounwind
declare !dbg !111 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

; Function Attrs: nounwind uwtable
define internal noalias noundef ptr @run(ptr noundef %arg) #0 !dbg !132 {
entry:
    #dbg_value(ptr %arg, !134, !DIExpression(), !139)
  %0 = ptrtoint ptr %arg to i64, !dbg !140
    #dbg_value(i64 %0, !135, !DIExpression(), !139)
  %1 = and i64 %0, 1, !dbg !141
  %cmp = icmp eq i64 %1, 0, !dbg !141
  br i1 %cmp, label %if.then, label %for.cond.i11, !dbg !142

if.then:                                          ; preds = %entry
  %conv = trunc i64 %0 to i32, !dbg !143
  %add = or disjoint i32 %conv, 1, !dbg !144
    #dbg_value(i32 %add, !145, !DIExpression(), !157)
  %call.i = tail call noalias dereferenceable_or_null(16) ptr @malloc(i64 noundef 16) #7, !dbg !159
    #dbg_value(ptr %call.i, !150, !DIExpression(), !157)
  store i32 %add, ptr %call.i, align 8, !dbg !160, !tbaa !161
  %next.i = getelementptr inbounds i8, ptr %call.i, i64 8, !dbg !164
  store ptr null, ptr %next.i, align 8, !dbg !165, !tbaa !75
  %2 = ptrtoint ptr %call.i to i64
  br label %for.cond.i, !dbg !166

for.cond.i:                                       ; preds = %for.cond.i.backedge, %if.then
  %3 = load atomic i64, ptr @tail acquire, align 8, !dbg !167
  %4 = inttoptr i64 %3 to ptr, !dbg !167
    #dbg_value(ptr %4, !151, !DIExpression(), !157)
  %next2.i = getelementptr inbounds i8, ptr %4, i64 8, !dbg !168
  %5 = load atomic i64, ptr %next2.i acquire, align 8, !dbg !168
    #dbg_value(i64 %5, !152, !DIExpression(), !157)
  %6 = load atomic i64, ptr @tail acquire, align 8, !dbg !169
  %7 = inttoptr i64 %6 to ptr, !dbg !169
  %cmp.not.i = icmp eq ptr %4, %7, !dbg !171
  br i1 %cmp.not.i, label %if.end.i, label %for.cond.i.backedge, !dbg !172

if.end.i:                                         ; preds = %for.cond.i
    #dbg_value(i64 %5, !152, !DIExpression(), !157)
  %tobool.not.i = icmp eq i64 %5, 0, !dbg !173
  br i1 %tobool.not.i, label %if.end6.i, label %if.then5.i, !dbg !175

if.then5.i:                                       ; preds = %if.end.i
  %8 = cmpxchg ptr @tail, i64 %3, i64 %5 release monotonic, align 8, !dbg !176
  br label %for.cond.i.backedge, !dbg !178

if.end6.i:                                        ; preds = %if.end.i
    #dbg_value(ptr null, !153, !DIExpression(), !179)
  %9 = cmpxchg ptr %next2.i, i64 0, i64 %2 release monotonic, align 8, !dbg !180
  %10 = extractvalue { i64, i1 } %9, 1, !dbg !180
  br i1 %10, label %enq.exit, label %for.cond.i.backedge

for.cond.i.backedge:                              ; preds = %if.end6.i, %if.then5.i, %for.cond.i
  br label %for.cond.i, !dbg !167, !llvm.loop !182

enq.exit:                                         ; preds = %if.end6.i
  %11 = cmpxchg ptr @tail, i64 %3, i64 %2 release monotonic, align 8, !dbg !185
  br label %if.end9, !dbg !186

for.cond.i11:                                     ; preds = %entry, %cleanup.i
  %v.0 = phi i32 [ %v.1, %cleanup.i ], [ undef, %entry ]
  %retval.0.i = phi i32 [ %retval.1.i, %cleanup.i ], [ undef, %entry ]
    #dbg_value(i32 %v.0, !136, !DIExpression(), !187)
  %12 = load atomic i64, ptr @head acquire, align 8, !dbg !188
  %13 = inttoptr i64 %12 to ptr, !dbg !188
    #dbg_value(ptr %13, !198, !DIExpression(), !203)
  %14 = load atomic i64, ptr @tail acquire, align 8, !dbg !204
    #dbg_value(i64 %14, !199, !DIExpression(), !203)
  %next.i12 = getelementptr inbounds i8, ptr %13, i64 8, !dbg !205
  %15 = load atomic i64, ptr %next.i12 acquire, align 8, !dbg !205
  %16 = inttoptr i64 %15 to ptr, !dbg !205
    #dbg_value(ptr %16, !200, !DIExpression(), !203)
  %17 = load atomic i64, ptr @head acquire, align 8, !dbg !206
  %18 = inttoptr i64 %17 to ptr, !dbg !206
  %cmp.not.i13 = icmp eq ptr %13, %18, !dbg !208
  br i1 %cmp.not.i13, label %if.end.i14, label %cleanup.i, !dbg !209, !llvm.loop !210

if.end.i14:                                       ; preds = %for.cond.i11
  %19 = inttoptr i64 %14 to ptr, !dbg !204
    #dbg_value(ptr %19, !199, !DIExpression(), !203)
  %cmp4.i = icmp eq ptr %13, %19, !dbg !213
  br i1 %cmp4.i, label %if.then5.i15, label %if.end8.i, !dbg !215

if.then5.i15:                                     ; preds = %if.end.i14
  %tobool.not.i16 = icmp eq i64 %15, 0, !dbg !216
  br i1 %tobool.not.i16, label %cleanup.i, label %if.end7.i, !dbg !219

if.end7.i:                                        ; preds = %if.then5.i15
  %20 = cmpxchg ptr @tail, i64 %14, i64 %15 release monotonic, align 8, !dbg !220
  br label %cleanup.i, !dbg !221, !llvm.loop !222

if.end8.i:                                        ; preds = %if.end.i14
  %21 = load i32, ptr %16, align 8, !dbg !223, !tbaa !161
    #dbg_value(i32 %21, !136, !DIExpression(), !187)
  %22 = cmpxchg ptr @head, i64 %12, i64 %15 release monotonic, align 8, !dbg !224
  %23 = extractvalue { i64, i1 } %22, 1, !dbg !224
  %spec.select25.i = select i1 %23, i32 1, i32 %retval.0.i, !dbg !226
  br label %cleanup.i, !dbg !226

cleanup.i:                                        ; preds = %if.end8.i, %if.end7.i, %if.then5.i15, %for.cond.i11
  %v.1 = phi i32 [ %v.0, %if.then5.i15 ], [ %v.0, %if.end7.i ], [ %21, %if.end8.i ], [ %v.0, %for.cond.i11 ]
  %cleanup.dest.slot.0.i = phi i1 [ true, %if.then5.i15 ], [ false, %if.end7.i ], [ %23, %if.end8.i ], [ false, %for.cond.i11 ]
  %retval.1.i = phi i32 [ 0, %if.then5.i15 ], [ %retval.0.i, %if.end7.i ], [ %spec.select25.i, %if.end8.i ], [ %retval.0.i, %for.cond.i11 ]
    #dbg_value(i32 %v.1, !136, !DIExpression(), !187)
  br i1 %cleanup.dest.slot.0.i, label %deq.exit, label %for.cond.i11

deq.exit:                                         ; preds = %cleanup.i
  %tobool.not = icmp eq i32 %retval.1.i, 0, !dbg !227
  %24 = add i32 %v.1, -1
  %or.cond = icmp ult i32 %24, 2
  %or.cond17 = select i1 %tobool.not, i1 true, i1 %or.cond, !dbg !228
  br i1 %or.cond17, label %if.end9, label %if.else7, !dbg !228

if.else7:                                         ; preds = %deq.exit
  tail call void @__assert_fail(ptr noundef nonnull @.str, ptr noundef nonnull @.str.1, i32 noundef 54, ptr noundef nonnull @__PRETTY_FUNCTION__.run) #8, !dbg !229
  unreachable, !dbg !229

if.end9:                                          ; preds = %deq.exit, %enq.exit
  ret ptr null, !dbg !232
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

declare !dbg !233 i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: noreturn nounwind
declare !dbg !237 void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #5

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { nounwind allocsize(0) }
attributes #8 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!45, !46, !47, !48, !49, !50, !51}
!llvm.ident = !{!52}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 23, type: !22, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !19, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "ms-queue.c", directory: ".", checksumkind: CSK_MD5, checksum: "34ae32d0474248b2389114e0df726c57")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 68, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "f17199a988fe91afffaf0f943ef87096")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17, !18}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!19 = !{!0, !20, !28, !34, !39}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 23, type: !22, isLocal: true, isDefinition: true)
!22 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !23)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 22, size: 128, elements: !25)
!25 = !{!26, !27}
!26 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !24, file: !3, line: 22, baseType: !18, size: 32)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !24, file: !3, line: 22, baseType: !22, size: 64, offset: 64)
!28 = !DIGlobalVariableExpression(var: !29, expr: !DIExpression())
!29 = distinct !DIGlobalVariable(scope: null, file: !3, line: 54, type: !30, isLocal: true, isDefinition: true)
!30 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 136, elements: !32)
!31 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!32 = !{!33}
!33 = !DISubrange(count: 17)
!34 = !DIGlobalVariableExpression(var: !35, expr: !DIExpression())
!35 = distinct !DIGlobalVariable(scope: null, file: !3, line: 54, type: !36, isLocal: true, isDefinition: true)
!36 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 88, elements: !37)
!37 = !{!38}
!38 = !DISubrange(count: 11)
!39 = !DIGlobalVariableExpression(var: !40, expr: !DIExpression())
!40 = distinct !DIGlobalVariable(scope: null, file: !3, line: 54, type: !41, isLocal: true, isDefinition: true)
!41 = !DICompositeType(tag: DW_TAG_array_type, baseType: !42, size: 144, elements: !43)
!42 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !31)
!43 = !{!44}
!44 = !DISubrange(count: 18)
!45 = !{i32 7, !"Dwarf Version", i32 5}
!46 = !{i32 2, !"Debug Info Version", i32 3}
!47 = !{i32 1, !"wchar_size", i32 4}
!48 = !{i32 8, !"PIC Level", i32 2}
!49 = !{i32 7, !"PIE Level", i32 2}
!50 = !{i32 7, !"uwtable", i32 2}
!51 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!52 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!53 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 57, type: !54, scopeLine: 57, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !56)
!54 = !DISubroutineType(types: !55)
!55 = !{!18}
!56 = !{!57, !64, !65, !67}
!57 = !DILocalVariable(name: "t", scope: !53, file: !3, line: 58, type: !58)
!58 = !DICompositeType(tag: DW_TAG_array_type, baseType: !59, size: 128, elements: !62)
!59 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !60, line: 27, baseType: !61)
!60 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!61 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!62 = !{!63}
!63 = !DISubrange(count: 2)
!64 = !DILocalVariable(name: "d", scope: !53, file: !3, line: 59, type: !23)
!65 = !DILocalVariable(name: "i", scope: !66, file: !3, line: 63, type: !17)
!66 = distinct !DILexicalBlock(scope: !53, file: !3, line: 63, column: 2)
!67 = !DILocalVariable(name: "i", scope: !68, file: !3, line: 64, type: !18)
!68 = distinct !DILexicalBlock(scope: !53, file: !3, line: 64, column: 2)
!69 = distinct !DIAssignID()
!70 = !DILocation(line: 0, scope: !53)
!71 = !DILocation(line: 58, column: 2, scope: !53)
!72 = !DILocation(line: 59, column: 19, scope: !53)
!73 = !DILocation(line: 60, column: 18, scope: !53)
!74 = !DILocation(line: 60, column: 2, scope: !53)
!75 = !{!76, !76, i64 0}
!76 = !{!"omnipotent char", !77, i64 0}
!77 = !{!"Simple C/C++ TBAA"}
!78 = !DILocation(line: 61, column: 2, scope: !53)
!79 = !DILocation(line: 62, column: 2, scope: !53)
!80 = !DILocation(line: 0, scope: !66)
!81 = !DILocation(line: 63, column: 2, scope: !66)
!82 = !DILocation(line: 63, column: 47, scope: !83)
!83 = distinct !DILexicalBlock(scope: !66, file: !3, line: 63, column: 2)
!84 = !DILocation(line: 63, column: 64, scope: !83)
!85 = !DILocation(line: 63, column: 31, scope: !83)
!86 = !DILocation(line: 63, column: 27, scope: !83)
!87 = !DILocation(line: 63, column: 21, scope: !83)
!88 = distinct !{!88, !81, !89, !90, !91}
!89 = !DILocation(line: 63, column: 73, scope: !66)
!90 = !{!"llvm.loop.mustprogress"}
!91 = !{!"llvm.loop.unroll.disable"}
!92 = !DILocation(line: 66, column: 1, scope: !53)
!93 = !DILocation(line: 65, column: 2, scope: !53)
!94 = !DILocation(line: 0, scope: !68)
!95 = !DILocation(line: 64, column: 43, scope: !96)
!96 = distinct !DILexicalBlock(scope: !68, file: !3, line: 64, column: 2)
!97 = !{!98, !98, i64 0}
!98 = !{!"long", !76, i64 0}
!99 = !DILocation(line: 64, column: 30, scope: !96)
!100 = !DILocation(line: 64, column: 26, scope: !96)
!101 = !DILocation(line: 64, column: 20, scope: !96)
!102 = !DILocation(line: 64, column: 2, scope: !68)
!103 = distinct !{!103, !102, !104, !90, !91}
!104 = !DILocation(line: 64, column: 53, scope: !68)
!105 = !DISubprogram(name: "malloc", scope: !106, file: !106, line: 553, type: !107, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!106 = !DIFile(filename: "/usr/include/stdlib.h", directory: "", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!107 = !DISubroutineType(types: !108)
!108 = !{!16, !109}
!109 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !110, line: 18, baseType: !61)
!110 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/__stddef_size_t.h", directory: "", checksumkind: CSK_MD5, checksum: "2c44e821a2b1951cde2eb0fb2e656867")
!111 = !DISubprogram(name: "pthread_create", scope: !112, file: !112, line: 202, type: !113, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!112 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!113 = !DISubroutineType(types: !114)
!114 = !{!18, !115, !117, !128, !131}
!115 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !116)
!116 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64)
!117 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !118)
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !119, size: 64)
!119 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !120)
!120 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_attr_t", file: !60, line: 62, baseType: !121)
!121 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "pthread_attr_t", file: !60, line: 56, size: 448, elements: !122)
!122 = !{!123, !127}
!123 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !121, file: !60, line: 58, baseType: !124, size: 448)
!124 = !DICompositeType(tag: DW_TAG_array_type, baseType: !31, size: 448, elements: !125)
!125 = !{!126}
!126 = !DISubrange(count: 56)
!127 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !121, file: !60, line: 59, baseType: !17, size: 64)
!128 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !129, size: 64)
!129 = !DISubroutineType(types: !130)
!130 = !{!16, !16}
!131 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !16)
!132 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 51, type: !129, scopeLine: 51, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !133)
!133 = !{!134, !135, !136}
!134 = !DILocalVariable(name: "arg", arg: 1, scope: !132, file: !3, line: 51, type: !16)
!135 = !DILocalVariable(name: "i", scope: !132, file: !3, line: 52, type: !17)
!136 = !DILocalVariable(name: "v", scope: !137, file: !3, line: 54, type: !18)
!137 = distinct !DILexicalBlock(scope: !138, file: !3, line: 54, column: 7)
!138 = distinct !DILexicalBlock(scope: !132, file: !3, line: 53, column: 6)
!139 = !DILocation(line: 0, scope: !132)
!140 = !DILocation(line: 52, column: 11, scope: !132)
!141 = !DILocation(line: 53, column: 12, scope: !138)
!142 = !DILocation(line: 53, column: 6, scope: !132)
!143 = !DILocation(line: 53, column: 22, scope: !138)
!144 = !DILocation(line: 53, column: 29, scope: !138)
!145 = !DILocalVariable(name: "v", arg: 1, scope: !146, file: !3, line: 24, type: !18)
!146 = distinct !DISubprogram(name: "enq", scope: !3, file: !3, line: 24, type: !147, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !149)
!147 = !DISubroutineType(types: !148)
!148 = !{null, !18}
!149 = !{!145, !150, !151, !152, !153}
!150 = !DILocalVariable(name: "n", scope: !146, file: !3, line: 25, type: !23)
!151 = !DILocalVariable(name: "t", scope: !146, file: !3, line: 25, type: !23)
!152 = !DILocalVariable(name: "x", scope: !146, file: !3, line: 25, type: !23)
!153 = !DILocalVariable(name: "e", scope: !154, file: !3, line: 33, type: !23)
!154 = distinct !DILexicalBlock(scope: !155, file: !3, line: 28, column: 11)
!155 = distinct !DILexicalBlock(scope: !156, file: !3, line: 28, column: 2)
!156 = distinct !DILexicalBlock(scope: !146, file: !3, line: 28, column: 2)
!157 = !DILocation(line: 0, scope: !146, inlinedAt: !158)
!158 = distinct !DILocation(line: 53, column: 18, scope: !138)
!159 = !DILocation(line: 25, column: 19, scope: !146, inlinedAt: !158)
!160 = !DILocation(line: 26, column: 7, scope: !146, inlinedAt: !158)
!161 = !{!162, !163, i64 0}
!162 = !{!"node", !163, i64 0, !76, i64 8}
!163 = !{!"int", !76, i64 0}
!164 = !DILocation(line: 27, column: 18, scope: !146, inlinedAt: !158)
!165 = !DILocation(line: 27, column: 2, scope: !146, inlinedAt: !158)
!166 = !DILocation(line: 28, column: 2, scope: !146, inlinedAt: !158)
!167 = !DILocation(line: 29, column: 7, scope: !154, inlinedAt: !158)
!168 = !DILocation(line: 30, column: 7, scope: !154, inlinedAt: !158)
!169 = !DILocation(line: 31, column: 12, scope: !170, inlinedAt: !158)
!170 = distinct !DILexicalBlock(scope: !154, file: !3, line: 31, column: 7)
!171 = !DILocation(line: 31, column: 9, scope: !170, inlinedAt: !158)
!172 = !DILocation(line: 31, column: 7, scope: !154, inlinedAt: !158)
!173 = !DILocation(line: 32, column: 7, scope: !174, inlinedAt: !158)
!174 = distinct !DILexicalBlock(scope: !154, file: !3, line: 32, column: 7)
!175 = !DILocation(line: 32, column: 7, scope: !154, inlinedAt: !158)
!176 = !DILocation(line: 32, column: 12, scope: !177, inlinedAt: !158)
!177 = distinct !DILexicalBlock(scope: !174, file: !3, line: 32, column: 10)
!178 = !DILocation(line: 32, column: 77, scope: !177, inlinedAt: !158)
!179 = !DILocation(line: 0, scope: !154, inlinedAt: !158)
!180 = !DILocation(line: 34, column: 7, scope: !181, inlinedAt: !158)
!181 = distinct !DILexicalBlock(scope: !154, file: !3, line: 34, column: 7)
!182 = distinct !{!182, !183, !184, !91}
!183 = !DILocation(line: 28, column: 2, scope: !156, inlinedAt: !158)
!184 = !DILocation(line: 35, column: 2, scope: !156, inlinedAt: !158)
!185 = !DILocation(line: 36, column: 2, scope: !146, inlinedAt: !158)
!186 = !DILocation(line: 53, column: 18, scope: !138)
!187 = !DILocation(line: 0, scope: !137)
!188 = !DILocation(line: 40, column: 20, scope: !189, inlinedAt: !201)
!189 = distinct !DILexicalBlock(scope: !190, file: !3, line: 39, column: 11)
!190 = distinct !DILexicalBlock(scope: !191, file: !3, line: 39, column: 2)
!191 = distinct !DILexicalBlock(scope: !192, file: !3, line: 39, column: 2)
!192 = distinct !DISubprogram(name: "deq", scope: !3, file: !3, line: 38, type: !193, scopeLine: 38, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !196)
!193 = !DISubroutineType(types: !194)
!194 = !{!18, !195}
!195 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !18, size: 64)
!196 = !{!197, !198, !199, !200}
!197 = !DILocalVariable(name: "v", arg: 1, scope: !192, file: !3, line: 38, type: !195)
!198 = !DILocalVariable(name: "h", scope: !189, file: !3, line: 40, type: !23)
!199 = !DILocalVariable(name: "t", scope: !189, file: !3, line: 40, type: !23)
!200 = !DILocalVariable(name: "x", scope: !189, file: !3, line: 40, type: !23)
!201 = distinct !DILocation(line: 54, column: 20, scope: !202)
!202 = distinct !DILexicalBlock(scope: !137, file: !3, line: 54, column: 20)
!203 = !DILocation(line: 0, scope: !189, inlinedAt: !201)
!204 = !DILocation(line: 40, column: 41, scope: !189, inlinedAt: !201)
!205 = !DILocation(line: 40, column: 62, scope: !189, inlinedAt: !201)
!206 = !DILocation(line: 41, column: 12, scope: !207, inlinedAt: !201)
!207 = distinct !DILexicalBlock(scope: !189, file: !3, line: 41, column: 7)
!208 = !DILocation(line: 41, column: 9, scope: !207, inlinedAt: !201)
!209 = !DILocation(line: 41, column: 7, scope: !189, inlinedAt: !201)
!210 = distinct !{!210, !211, !212, !91}
!211 = !DILocation(line: 39, column: 2, scope: !191, inlinedAt: !201)
!212 = !DILocation(line: 49, column: 2, scope: !191, inlinedAt: !201)
!213 = !DILocation(line: 42, column: 9, scope: !214, inlinedAt: !201)
!214 = distinct !DILexicalBlock(scope: !189, file: !3, line: 42, column: 7)
!215 = !DILocation(line: 42, column: 7, scope: !189, inlinedAt: !201)
!216 = !DILocation(line: 43, column: 9, scope: !217, inlinedAt: !201)
!217 = distinct !DILexicalBlock(scope: !218, file: !3, line: 43, column: 8)
!218 = distinct !DILexicalBlock(scope: !214, file: !3, line: 42, column: 15)
!219 = !DILocation(line: 43, column: 8, scope: !218, inlinedAt: !201)
!220 = !DILocation(line: 44, column: 4, scope: !218, inlinedAt: !201)
!221 = !DILocation(line: 45, column: 4, scope: !218, inlinedAt: !201)
!222 = distinct !{!222, !211, !212, !91}
!223 = !DILocation(line: 47, column: 11, scope: !189, inlinedAt: !201)
!224 = !DILocation(line: 48, column: 7, scope: !225, inlinedAt: !201)
!225 = distinct !DILexicalBlock(scope: !189, file: !3, line: 48, column: 7)
!226 = !DILocation(line: 48, column: 7, scope: !189, inlinedAt: !201)
!227 = !DILocation(line: 54, column: 20, scope: !202)
!228 = !DILocation(line: 54, column: 20, scope: !137)
!229 = !DILocation(line: 54, column: 29, scope: !230)
!230 = distinct !DILexicalBlock(scope: !231, file: !3, line: 54, column: 29)
!231 = distinct !DILexicalBlock(scope: !202, file: !3, line: 54, column: 29)
!232 = !DILocation(line: 55, column: 2, scope: !132)
!233 = !DISubprogram(name: "pthread_join", scope: !112, file: !112, line: 219, type: !234, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!234 = !DISubroutineType(types: !235)
!235 = !{!18, !59, !236}
!236 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !16, size: 64)
!237 = !DISubprogram(name: "__assert_fail", scope: !238, file: !238, line: 69, type: !239, flags: DIFlagPrototyped | DIFlagNoReturn, spFlags: DISPFlagOptimized)
!238 = !DIFile(filename: "/usr/include/assert.h", directory: "", checksumkind: CSK_MD5, checksum: "ab7dc6991d501750085448b20099a5a0")
!239 = !DISubroutineType(types: !240)
!240 = !{null, !241, !241, !7, !241}
!241 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !42, size: 64)
