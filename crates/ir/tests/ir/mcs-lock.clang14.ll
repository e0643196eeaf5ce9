; ModuleID = 'mcs-lock.c'
source_filename = "mcs-lock.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { %struct.node*, i32 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@c = internal global i32 0, align 4, !dbg !0
@.str = private unnamed_addr constant [7 x i8] c"c == N\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"mcs-lock.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@nodes = internal global [3 x %struct.node] zeroinitializer, align 16, !dbg !19
@tail = internal global %struct.node* null, align 8, !dbg !33

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 !dbg !43 {
entry:
  %retval = alloca i32, align 4
  %t = alloca [3 x i64], align 16
  %i = alloca i64, align 8
  %i1 = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata [3 x i64]* %t, metadata !47, metadata !DIExpression()), !dbg !52
  call void @llvm.dbg.declare(metadata i64* %i, metadata !53, metadata !DIExpression()), !dbg !55
  store i64 0, i64* %i, align 8, !dbg !55
  br label %for.cond, !dbg !56

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i64, i64* %i, align 8, !dbg !57
  %cmp = icmp slt i64 %0, 3, !dbg !59
  br i1 %cmp, label %for.body, label %for.end, !dbg !60

for.body:                                         ; preds = %for.cond
  %1 = load i64, i64* %i, align 8, !dbg !61
  %arrayidx = getelementptr inbounds [3 x i64], [3 x i64]* %t, i64 0, i64 %1, !dbg !62
  %2 = load i64, i64* %i, align 8, !dbg !63
  %3 = inttoptr i64 %2 to i8*, !dbg !64
  %call = call i32 @pthread_create(i64* noundef %arrayidx, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @run, i8* noundef %3) #5, !dbg !65
  br label %for.inc, !dbg !65

for.inc:                                          ; preds = %for.body
  %4 = load i64, i64* %i, align 8, !dbg !66
  %inc = add nsw i64 %4, 1, !dbg !66
  store i64 %inc, i64* %i, align 8, !dbg !66
  br label %for.cond, !dbg !67, !llvm.loop !68

for.end:                                          ; preds = %for.cond
  call void @llvm.dbg.declare(metadata i32* %i1, metadata !71, metadata !DIExpression()), !dbg !73
  store i32 0, i32* %i1, align 4, !dbg !73
  br label %for.cond2, !dbg !74

for.cond2:                                        ; preds = %for.inc7, %for.end
  %5 = load i32, i32* %i1, align 4, !dbg !75
  %cmp3 = icmp slt i32 %5, 3, !dbg !77
  br i1 %cmp3, label %for.body4, label %for.end9, !dbg !78

for.body4:                                        ; preds = %for.cond2
  %6 = load i32, i32* %i1, align 4, !dbg !79
  %idxprom = sext i32 %6 to i64, !dbg !80
  %arrayidx5 = getelementptr inbounds [3 x i64], [3 x i64]* %t, i64 0, i64 %idxprom, !dbg !80
  %7 = load i64, i64* %arrayidx5, align 8, !dbg !80
  %call6 = call i32 @pthread_join(i64 noundef %7, i8** noundef null), !dbg !81
  br label %for.inc7, !dbg !81

for.inc7:                                         ; preds = %for.body4
  %8 = load i32, i32* %i1, align 4, !dbg !82
  %inc8 = add nsw i32 %8, 1, !dbg !82
  store i32 %inc8, i32* %i1, align 4, !dbg !82
  br label %for.cond2, !dbg !83, !llvm.loop !84

for.end9:                                         ; preds = %for.cond2
  %9 = load i32, i32* @c, align 4, !dbg !86
  %cmp10 = icmp eq i32 %9, 3, !dbg !86
  br i1 %cmp10, label %if.then, label %if.else, !dbg !89

if.then:                                          ; preds = %for.end9
  br label %if.end, !dbg !89

if.else:                                          ; preds = %for.end9
  call void @__assert_fail(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([11 x i8], [11 x i8]* @.str.1, i64 0, i64 0), i32 noundef 50, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #6, !dbg !86
  unreachable, !dbg !86

if.end:                                           ; preds = %if.then
  ret i32 0, !dbg !90
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #2

; Function Attrs: noinline nounwind uwtable
define internal i8* @run(i8* noundef %arg) #0 !dbg !91 {
entry:
  %arg.addr = alloca i8*, align 8
  %n = alloca %struct.node*, align 8
  store i8* %arg, i8** %arg.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %arg.addr, metadata !94, metadata !DIExpression()), !dbg !95
  call void @llvm.dbg.declare(metadata %struct.node** %n, metadata !96, metadata !DIExpression()), !dbg !97
  %0 = load i8*, i8** %arg.addr, align 8, !dbg !98
  %1 = ptrtoint i8* %0 to i64, !dbg !99
  %arrayidx = getelementptr inbounds [3 x %struct.node], [3 x %struct.node]* @nodes, i64 0, i64 %1, !dbg !100
  store %struct.node* %arrayidx, %struct.node** %n, align 8, !dbg !97
  %2 = load %struct.node*, %struct.node** %n, align 8, !dbg !101
  call void @lock(%struct.node* noundef %2), !dbg !102
  %3 = load i32, i32* @c, align 4, !dbg !103
  %inc = add nsw i32 %3, 1, !dbg !103
  store i32 %inc, i32* @c, align 4, !dbg !103
  %4 = load %struct.node*, %struct.node** %n, align 8, !dbg !104
  call void @unlock(%struct.node* noundef %4), !dbg !105
  ret i8* null, !dbg !106
}

declare i32 @pthread_join(i64 noundef, i8** noundef) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #4

; Function Attrs: noinline nounwind uwtable
define internal void @lock(%struct.node* noundef %n) #0 !dbg !107 {
entry:
  %n.addr = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  %.atomictmp1 = alloca i32, align 4
  %p = alloca %struct.node*, align 8
  %.atomictmp2 = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %.atomictmp4 = alloca %struct.node*, align 8
  %atomic-temp6 = alloca i32, align 4
  store %struct.node* %n, %struct.node** %n.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %n.addr, metadata !110, metadata !DIExpression()), !dbg !111
  %0 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !112
  %next = getelementptr inbounds %struct.node, %struct.node* %0, i32 0, i32 0, !dbg !112
  store %struct.node* null, %struct.node** %.atomictmp, align 8, !dbg !112
  %1 = bitcast %struct.node** %next to i64*, !dbg !112
  %2 = bitcast %struct.node** %.atomictmp to i64*, !dbg !112
  %3 = load i64, i64* %2, align 8, !dbg !112
  store atomic i64 %3, i64* %1 monotonic, align 8, !dbg !112
  %4 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !113
  %locked = getelementptr inbounds %struct.node, %struct.node* %4, i32 0, i32 1, !dbg !113
  store i32 1, i32* %.atomictmp1, align 4, !dbg !113
  %5 = load i32, i32* %.atomictmp1, align 4, !dbg !113
  store atomic i32 %5, i32* %locked monotonic, align 8, !dbg !113
  call void @llvm.dbg.declare(metadata %struct.node** %p, metadata !114, metadata !DIExpression()), !dbg !115
  %6 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !116
  store %struct.node* %6, %struct.node** %.atomictmp2, align 8, !dbg !117
  %7 = bitcast %struct.node** %.atomictmp2 to i64*, !dbg !117
  %8 = bitcast %struct.node** %atomic-temp to i64*, !dbg !117
  %9 = load i64, i64* %7, align 8, !dbg !117
  %10 = atomicrmw xchg i64* bitcast (%struct.node** @tail to i64*), i64 %9 acq_rel, align 8, !dbg !117
  store i64 %10, i64* %8, align 8, !dbg !117
  %11 = bitcast i64* %8 to %struct.node**, !dbg !117
  %12 = load %struct.node*, %struct.node** %11, align 8, !dbg !117
  store %struct.node* %12, %struct.node** %p, align 8, !dbg !115
  %13 = load %struct.node*, %struct.node** %p, align 8, !dbg !118
  %tobool = icmp ne %struct.node* %13, null, !dbg !118
  br i1 %tobool, label %if.then, label %if.end, !dbg !120

if.then:                                          ; preds = %entry
  %14 = load %struct.node*, %struct.node** %p, align 8, !dbg !121
  %next3 = getelementptr inbounds %struct.node, %struct.node* %14, i32 0, i32 0, !dbg !121
  %15 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !121
  store %struct.node* %15, %struct.node** %.atomictmp4, align 8, !dbg !121
  %16 = bitcast %struct.node** %next3 to i64*, !dbg !121
  %17 = bitcast %struct.node** %.atomictmp4 to i64*, !dbg !121
  %18 = load i64, i64* %17, align 8, !dbg !121
  store atomic i64 %18, i64* %16 release, align 8, !dbg !121
  br label %while.cond, !dbg !123

while.cond:                                       ; preds = %while.body, %if.then
  %19 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !124
  %locked5 = getelementptr inbounds %struct.node, %struct.node* %19, i32 0, i32 1, !dbg !124
  %20 = load atomic i32, i32* %locked5 acquire, align 8, !dbg !124
  store i32 %20, i32* %atomic-temp6, align 4, !dbg !124
  %21 = load i32, i32* %atomic-temp6, align 4, !dbg !124
  %tobool7 = icmp ne i32 %21, 0, !dbg !123
  br i1 %tobool7, label %while.body, label %while.end, !dbg !123

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !123, !llvm.loop !125

while.end:                                        ; preds = %while.cond
  br label %if.end, !dbg !127

if.end:                                           ; preds = %while.end, %entry
  ret void, !dbg !128
}

; Function Attrs: noinline nounwind uwtable
define internal void @unlock(%struct.node* noundef %n) #0 !dbg !129 {
entry:
  %n.addr = alloca %struct.node*, align 8
  %s = alloca %struct.node*, align 8
  %atomic-temp = alloca %struct.node*, align 8
  %e = alloca %struct.node*, align 8
  %.atomictmp = alloca %struct.node*, align 8
  %cmpxchg.bool = alloca i8, align 1
  %atomic-temp4 = alloca %struct.node*, align 8
  %.atomictmp7 = alloca i32, align 4
  store %struct.node* %n, %struct.node** %n.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %n.addr, metadata !130, metadata !DIExpression()), !dbg !131
  call void @llvm.dbg.declare(metadata %struct.node** %s, metadata !132, metadata !DIExpression()), !dbg !133
  %0 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !134
  %next = getelementptr inbounds %struct.node, %struct.node* %0, i32 0, i32 0, !dbg !134
  %1 = bitcast %struct.node** %next to i64*, !dbg !134
  %2 = bitcast %struct.node** %atomic-temp to i64*, !dbg !134
  %3 = load atomic i64, i64* %1 acquire, align 8, !dbg !134
  store i64 %3, i64* %2, align 8, !dbg !134
  %4 = bitcast i64* %2 to %struct.node**, !dbg !134
  %5 = load %struct.node*, %struct.node** %4, align 8, !dbg !134
  store %struct.node* %5, %struct.node** %s, align 8, !dbg !133
  %6 = load %struct.node*, %struct.node** %s, align 8, !dbg !135
  %tobool = icmp ne %struct.node* %6, null, !dbg !135
  br i1 %tobool, label %if.end6, label %if.then, !dbg !137

if.then:                                          ; preds = %entry
  call void @llvm.dbg.declare(metadata %struct.node** %e, metadata !138, metadata !DIExpression()), !dbg !140
  %7 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !141
  store %struct.node* %7, %struct.node** %e, align 8, !dbg !140
  store %struct.node* null, %struct.node** %.atomictmp, align 8, !dbg !142
  %8 = bitcast %struct.node** %e to i64*, !dbg !142
  %9 = bitcast %struct.node** %.atomictmp to i64*, !dbg !142
  %10 = load i64, i64* %8, align 8, !dbg !142
  %11 = load i64, i64* %9, align 8, !dbg !142
  %12 = cmpxchg i64* bitcast (%struct.node** @tail to i64*), i64 %10, i64 %11 release monotonic, align 8, !dbg !142
  %13 = extractvalue { i64, i1 } %12, 0, !dbg !142
  %14 = extractvalue { i64, i1 } %12, 1, !dbg !142
  br i1 %14, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !142

cmpxchg.store_expected:                           ; preds = %if.then
  store i64 %13, i64* %8, align 8, !dbg !142
  br label %cmpxchg.continue, !dbg !142

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %if.then
  %frombool = zext i1 %14 to i8, !dbg !142
  store i8 %frombool, i8* %cmpxchg.bool, align 1, !dbg !142
  %15 = load i8, i8* %cmpxchg.bool, align 1, !dbg !142
  %tobool1 = trunc i8 %15 to i1, !dbg !142
  br i1 %tobool1, label %if.then2, label %if.end, !dbg !144

if.then2:                                         ; preds = %cmpxchg.continue
  br label %return, !dbg !145

if.end:                                           ; preds = %cmpxchg.continue
  br label %while.cond, !dbg !146

while.cond:                                       ; preds = %while.body, %if.end
  %16 = load %struct.node*, %struct.node** %n.addr, align 8, !dbg !147
  %next3 = getelementptr inbounds %struct.node, %struct.node* %16, i32 0, i32 0, !dbg !147
  %17 = bitcast %struct.node** %next3 to i64*, !dbg !147
  %18 = bitcast %struct.node** %atomic-temp4 to i64*, !dbg !147
  %19 = load atomic i64, i64* %17 acquire, align 8, !dbg !147
  store i64 %19, i64* %18, align 8, !dbg !147
  %20 = bitcast i64* %18 to %struct.node**, !dbg !147
  %21 = load %struct.node*, %struct.node** %20, align 8, !dbg !147
  store %struct.node* %21, %struct.node** %s, align 8, !dbg !148
  %tobool5 = icmp ne %struct.node* %21, null, !dbg !149
  %lnot = xor i1 %tobool5, true, !dbg !149
  br i1 %lnot, label %while.body, label %while.end, !dbg !146

while.body:                                       ; preds = %while.cond
  br label %while.cond, !dbg !146, !llvm.loop !150

while.end:                                        ; preds = %while.cond
  br label %if.end6, !dbg !152

if.end6:                                          ; preds = %while.end, %entry
  %22 = load %struct.node*, %struct.node** %s, align 8, !dbg !153
  %locked = getelementptr inbounds %struct.node, %struct.node* %22, i32 0, i32 1, !dbg !153
  store i32 0, i32* %.atomictmp7, align 4, !dbg !153
  %23 = load i32, i32* %.atomictmp7, align 4, !dbg !153
  store atomic i32 %23, i32* %locked release, align 8, !dbg !153
  br label %return, !dbg !154

return:                                           ; preds = %if.end6, %if.then2
  ret void, !dbg !154
}

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!35, !36, !37, !38, !39, !40, !41}
!llvm.ident = !{!42}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "c", scope: !2, file: !3, line: 24, type: !30, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !15, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "mcs-lock.c", directory: ".", checksumkind: CSK_MD5, checksum: "0a98754a74d33306742b9a1364484322")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "memory_order", file: !6, line: 56, baseType: !7, size: 32, elements: !8)
!6 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "", checksumkind: CSK_MD5, checksum: "de5d66a1ef2f5448cc1919ff39db92bc")
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!9, !10, !11, !12, !13, !14}
!9 = !DIEnumerator(name: "memory_order_relaxed", value: 0)
!10 = !DIEnumerator(name: "memory_order_consume", value: 1)
!11 = !DIEnumerator(name: "memory_order_acquire", value: 2)
!12 = !DIEnumerator(name: "memory_order_release", value: 3)
!13 = !DIEnumerator(name: "memory_order_acq_rel", value: 4)
!14 = !DIEnumerator(name: "memory_order_seq_cst", value: 5)
!15 = !{!16, !17}
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!17 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!18 = !{!0, !19, !33}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "nodes", scope: !2, file: !3, line: 22, type: !21, isLocal: true, isDefinition: true)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 384, elements: !31)
!22 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 21, size: 128, elements: !23)
!23 = !{!24, !27}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !22, file: !3, line: 21, baseType: !25, size: 64)
!25 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !26)
!26 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!27 = !DIDerivedType(tag: DW_TAG_member, name: "locked", scope: !22, file: !3, line: 21, baseType: !28, size: 32, offset: 64)
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !6, line: 92, baseType: !29)
!29 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !30)
!30 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!31 = !{!32}
!32 = !DISubrange(count: 3)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression())
!34 = distinct !DIGlobalVariable(name: "tail", scope: !2, file: !3, line: 23, type: !25, isLocal: true, isDefinition: true)
!35 = !{i32 7, !"Dwarf Version", i32 5}
!36 = !{i32 2, !"Debug Info Version", i32 3}
!37 = !{i32 1, !"wchar_size", i32 4}
!38 = !{i32 7, !"PIC Level", i32 2}
!39 = !{i32 7, !"PIE Level", i32 2}
!40 = !{i32 7, !"uwtable", i32 1}
!41 = !{i32 7, !"frame-pointer", i32 2}
!42 = !{!"Debian clang version 14.0.6"}
!43 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 46, type: !44, scopeLine: 46, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !46)
!44 = !DISubroutineType(types: !45)
!45 = !{!30}
!46 = !{}
!47 = !DILocalVariable(name: "t", scope: !43, file: !3, line: 47, type: !48)
!48 = !DICompositeType(tag: DW_TAG_array_type, baseType: !49, size: 192, elements: !31)
!49 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !50, line: 27, baseType: !51)
!50 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "", checksumkind: CSK_MD5, checksum: "735e3bf264ff9d8f5d95898b1692fbdb")
!51 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!52 = !DILocation(line: 47, column: 12, scope: !43)
!53 = !DILocalVariable(name: "i", scope: !54, file: !3, line: 48, type: !17)
!54 = distinct !DILexicalBlock(scope: !43, file: !3, line: 48, column: 2)
!55 = !DILocation(line: 48, column: 12, scope: !54)
!56 = !DILocation(line: 48, column: 7, scope: !54)
!57 = !DILocation(line: 48, column: 19, scope: !58)
!58 = distinct !DILexicalBlock(scope: !54, file: !3, line: 48, column: 2)
!59 = !DILocation(line: 48, column: 21, scope: !58)
!60 = !DILocation(line: 48, column: 2, scope: !54)
!61 = !DILocation(line: 48, column: 49, scope: !58)
!62 = !DILocation(line: 48, column: 47, scope: !58)
!63 = !DILocation(line: 48, column: 72, scope: !58)
!64 = !DILocation(line: 48, column: 64, scope: !58)
!65 = !DILocation(line: 48, column: 31, scope: !58)
!66 = !DILocation(line: 48, column: 27, scope: !58)
!67 = !DILocation(line: 48, column: 2, scope: !58)
!68 = distinct !{!68, !60, !69, !70}
!69 = !DILocation(line: 48, column: 73, scope: !54)
!70 = !{!"llvm.loop.mustprogress"}
!71 = !DILocalVariable(name: "i", scope: !72, file: !3, line: 49, type: !30)
!72 = distinct !DILexicalBlock(scope: !43, file: !3, line: 49, column: 2)
!73 = !DILocation(line: 49, column: 11, scope: !72)
!74 = !DILocation(line: 49, column: 7, scope: !72)
!75 = !DILocation(line: 49, column: 18, scope: !76)
!76 = distinct !DILexicalBlock(scope: !72, file: !3, line: 49, column: 2)
!77 = !DILocation(line: 49, column: 20, scope: !76)
!78 = !DILocation(line: 49, column: 2, scope: !72)
!79 = !DILocation(line: 49, column: 45, scope: !76)
!80 = !DILocation(line: 49, column: 43, scope: !76)
!81 = !DILocation(line: 49, column: 30, scope: !76)
!82 = !DILocation(line: 49, column: 26, scope: !76)
!83 = !DILocation(line: 49, column: 2, scope: !76)
!84 = distinct !{!84, !78, !85, !70}
!85 = !DILocation(line: 49, column: 53, scope: !72)
!86 = !DILocation(line: 50, column: 2, scope: !87)
!87 = distinct !DILexicalBlock(scope: !88, file: !3, line: 50, column: 2)
!88 = distinct !DILexicalBlock(scope: !43, file: !3, line: 50, column: 2)
!89 = !DILocation(line: 50, column: 2, scope: !88)
!90 = !DILocation(line: 51, column: 2, scope: !43)
!91 = distinct !DISubprogram(name: "run", scope: !3, file: !3, line: 45, type: !92, scopeLine: 45, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !46)
!92 = !DISubroutineType(types: !93)
!93 = !{!16, !16}
!94 = !DILocalVariable(name: "arg", arg: 1, scope: !91, file: !3, line: 45, type: !16)
!95 = !DILocation(line: 45, column: 24, scope: !91)
!96 = !DILocalVariable(name: "n", scope: !91, file: !3, line: 45, type: !26)
!97 = !DILocation(line: 45, column: 44, scope: !91)
!98 = !DILocation(line: 45, column: 61, scope: !91)
!99 = !DILocation(line: 45, column: 55, scope: !91)
!100 = !DILocation(line: 45, column: 49, scope: !91)
!101 = !DILocation(line: 45, column: 72, scope: !91)
!102 = !DILocation(line: 45, column: 67, scope: !91)
!103 = !DILocation(line: 45, column: 77, scope: !91)
!104 = !DILocation(line: 45, column: 88, scope: !91)
!105 = !DILocation(line: 45, column: 81, scope: !91)
!106 = !DILocation(line: 45, column: 92, scope: !91)
!107 = distinct !DISubprogram(name: "lock", scope: !3, file: !3, line: 25, type: !108, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !46)
!108 = !DISubroutineType(types: !109)
!109 = !{null, !26}
!110 = !DILocalVariable(name: "n", arg: 1, scope: !107, file: !3, line: 25, type: !26)
!111 = !DILocation(line: 25, column: 31, scope: !107)
!112 = !DILocation(line: 26, column: 2, scope: !107)
!113 = !DILocation(line: 27, column: 2, scope: !107)
!114 = !DILocalVariable(name: "p", scope: !107, file: !3, line: 28, type: !26)
!115 = !DILocation(line: 28, column: 15, scope: !107)
!116 = !DILocation(line: 28, column: 51, scope: !107)
!117 = !DILocation(line: 28, column: 19, scope: !107)
!118 = !DILocation(line: 29, column: 6, scope: !119)
!119 = distinct !DILexicalBlock(scope: !107, file: !3, line: 29, column: 6)
!120 = !DILocation(line: 29, column: 6, scope: !107)
!121 = !DILocation(line: 30, column: 3, scope: !122)
!122 = distinct !DILexicalBlock(scope: !119, file: !3, line: 29, column: 9)
!123 = !DILocation(line: 31, column: 3, scope: !122)
!124 = !DILocation(line: 31, column: 10, scope: !122)
!125 = distinct !{!125, !123, !126, !70}
!126 = !DILocation(line: 32, column: 4, scope: !122)
!127 = !DILocation(line: 33, column: 2, scope: !122)
!128 = !DILocation(line: 34, column: 1, scope: !107)
!129 = distinct !DISubprogram(name: "unlock", scope: !3, file: !3, line: 35, type: !108, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !46)
!130 = !DILocalVariable(name: "n", arg: 1, scope: !129, file: !3, line: 35, type: !26)
!131 = !DILocation(line: 35, column: 33, scope: !129)
!132 = !DILocalVariable(name: "s", scope: !129, file: !3, line: 36, type: !26)
!133 = !DILocation(line: 36, column: 15, scope: !129)
!134 = !DILocation(line: 36, column: 19, scope: !129)
!135 = !DILocation(line: 37, column: 7, scope: !136)
!136 = distinct !DILexicalBlock(scope: !129, file: !3, line: 37, column: 6)
!137 = !DILocation(line: 37, column: 6, scope: !129)
!138 = !DILocalVariable(name: "e", scope: !139, file: !3, line: 38, type: !26)
!139 = distinct !DILexicalBlock(scope: !136, file: !3, line: 37, column: 10)
!140 = !DILocation(line: 38, column: 16, scope: !139)
!141 = !DILocation(line: 38, column: 20, scope: !139)
!142 = !DILocation(line: 39, column: 7, scope: !143)
!143 = distinct !DILexicalBlock(scope: !139, file: !3, line: 39, column: 7)
!144 = !DILocation(line: 39, column: 7, scope: !139)
!145 = !DILocation(line: 39, column: 75, scope: !143)
!146 = !DILocation(line: 40, column: 3, scope: !139)
!147 = !DILocation(line: 40, column: 16, scope: !139)
!148 = !DILocation(line: 40, column: 14, scope: !139)
!149 = !DILocation(line: 40, column: 10, scope: !139)
!150 = distinct !{!150, !146, !151, !70}
!151 = !DILocation(line: 41, column: 4, scope: !139)
!152 = !DILocation(line: 42, column: 2, scope: !139)
!153 = !DILocation(line: 43, column: 2, scope: !129)
!154 = !DILocation(line: 44, column: 1, scope: !129)
