; ModuleID = 'small.4dca52b3df3c08d4-cgu.0'
source_filename = "small.4dca52b3df3c08d4-cgu.0"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZN5small5COUNT17h2c2efce8a6bf6566E = global [8 x i8] c"\03\00\00\00\00\00\00\00", align 8, !dbg !0

; small::sum
; Function Attrs: nofree noinline norecurse nounwind nonlazybind memory(readwrite, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define noundef i64 @_ZN5small3sum17h30b0a47219a8bef1E(ptr noalias noundef readonly align 8 captures(none) dereferenceable(16) %0) unnamed_addr #0 !dbg !36 {
start:
    #dbg_value(ptr %0, !61, !DIExpression(), !67)
    #dbg_value(i64 1, !68, !DIExpression(), !78)
    #dbg_value(i8 3, !77, !DIExpression(), !78)
    #dbg_value(i64 1, !80, !DIExpression(), !90)
    #dbg_value(i8 3, !87, !DIExpression(), !90)
  %1 = load i64, ptr %0, align 8, !dbg !92, !noundef !18
    #dbg_value(i64 %1, !62, !DIExpression(), !93)
    #dbg_value(i64 %1, !94, !DIExpression(), !103)
  %_25 = getelementptr inbounds nuw i8, ptr %0, i64 8, !dbg !105
  %2 = load ptr, ptr %_25, align 8, !dbg !105, !align !106, !noundef !18
  %.not6 = icmp eq ptr %2, null, !dbg !105
  br i1 %.not6, label %bb3, label %bb2, !dbg !107

bb2:                                              ; preds = %start, %bb2
  %3 = phi ptr [ %4, %bb2 ], [ %2, %start ]
  %total.sroa.0.07 = phi i64 [ %_5, %bb2 ], [ %1, %start ]
    #dbg_value(i64 %total.sroa.0.07, !94, !DIExpression(), !103)
    #dbg_value(ptr poison, !64, !DIExpression(), !108)
  %rhs = load i64, ptr %3, align 8, !dbg !109, !noundef !18
    #dbg_value(i64 %rhs, !102, !DIExpression(), !103)
  %_5 = add i64 %rhs, %total.sroa.0.07, !dbg !110
    #dbg_value(ptr %3, !61, !DIExpression(), !67)
    #dbg_value(i64 %_5, !94, !DIExpression(), !103)
    #dbg_value(i64 %_5, !62, !DIExpression(), !93)
  %_2 = getelementptr inbounds nuw i8, ptr %3, i64 8, !dbg !105
  %4 = load ptr, ptr %_2, align 8, !dbg !105, !align !106, !noundef !18
  %.not = icmp eq ptr %4, null, !dbg !105
  br i1 %.not, label %bb3, label %bb2, !dbg !107

bb3:                                              ; preds = %bb2, %start
  %total.sroa.0.0.lcssa = phi i64 [ %1, %start ], [ %_5, %bb2 ], !dbg !67
    #dbg_value(ptr @_ZN5small5COUNT17h2c2efce8a6bf6566E, !76, !DIExpression(), !78)
    #dbg_value(ptr @_ZN5small5COUNT17h2c2efce8a6bf6566E, !86, !DIExpression(), !90)
  %5 = atomicrmw add ptr @_ZN5small5COUNT17h2c2efce8a6bf6566E, i64 1 acq_rel, align 8, !dbg !111
  ret i64 %total.sroa.0.0.lcssa, !dbg !112
}

attributes #0 = { nofree noinline norecurse nounwind nonlazybind memory(readwrite, argmem: read, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "probe-stack"="inline-asm" "target-cpu"="x86-64" }

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
!24 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !25, producer: "clang LLVM (rustc version 1.95.0 (59807616e 2026-04-14))", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !26, globals: !35, splitDebugInlining: false, nameTableKind: None)
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
!36 = distinct !DISubprogram(name: "sum", linkageName: "_ZN5small3sum17h30b0a47219a8bef1E", scope: !2, file: !3, line: 6, type: !37, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !24, templateParams: !18, retainedNodes: !60)
!37 = !DISubroutineType(types: !38)
!38 = !{!39, !40}
!39 = !DIBasicType(name: "u64", size: 64, encoding: DW_ATE_unsigned)
!40 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&small::Node", baseType: !41, size: 64, align: 64, dwarfAddressSpace: 0)
!41 = !DICompositeType(tag: DW_TAG_structure_type, name: "Node", scope: !2, file: !5, size: 128, align: 64, flags: DIFlagPublic, elements: !42, templateParams: !18, identifier: "a484b9abfb80d4ebc1ccfc790edd6a90")
!42 = !{!43, !44}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !41, file: !5, baseType: !39, size: 64, align: 64, flags: DIFlagPublic)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !41, file: !5, baseType: !45, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!45 = !DICompositeType(tag: DW_TAG_structure_type, name: "Option<alloc::boxed::Box<small::Node, alloc::alloc::Global>>", scope: !46, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !47, templateParams: !18, identifier: "2853ad44034ceb7c2f81c7b916873038")
!46 = !DINamespace(name: "option", scope: !8)
!47 = !{!48}
!48 = !DICompositeType(tag: DW_TAG_variant_part, scope: !45, file: !5, size: 64, align: 64, elements: !49, templateParams: !18, identifier: "5a4a58cdeebe1e1a87331545b1f83f73", discriminator: !59)
!49 = !{!50, !55}
!50 = !DIDerivedType(tag: DW_TAG_member, name: "None", scope: !48, file: !5, baseType: !51, size: 64, align: 64, extraData: i64 0)
!51 = !DICompositeType(tag: DW_TAG_structure_type, name: "None", scope: !45, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !18, templateParams: !52, identifier: "e14c08e763458968ade8c531f2de61ad")
!52 = !{!53}
!53 = !DITemplateTypeParameter(name: "T", type: !54)
!54 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "alloc::boxed::Box<small::Node, alloc::alloc::Global>", baseType: !41, size: 64, align: 64, dwarfAddressSpace: 0)
!55 = !DIDerivedType(tag: DW_TAG_member, name: "Some", scope: !48, file: !5, baseType: !56, size: 64, align: 64)
!56 = !DICompositeType(tag: DW_TAG_structure_type, name: "Some", scope: !45, file: !5, size: 64, align: 64, flags: DIFlagPublic, elements: !57, templateParams: !52, identifier: "d0a8a1741ae046affcd12082f302f5c4")
!57 = !{!58}
!58 = !DIDerivedType(tag: DW_TAG_member, name: "__0", scope: !56, file: !5, baseType: !54, size: 64, align: 64, flags: DIFlagPublic)
!59 = !DIDerivedType(tag: DW_TAG_member, scope: !45, file: !5, baseType: !39, size: 64, align: 64, flags: DIFlagArtificial)
!60 = !{!61, !62, !64}
!61 = !DILocalVariable(name: "node", arg: 1, scope: !36, file: !3, line: 6, type: !40)
!62 = !DILocalVariable(name: "total", scope: !63, file: !3, line: 7, type: !39, align: 64)
!63 = distinct !DILexicalBlock(scope: !36, file: !3, line: 7, column: 5)
!64 = !DILocalVariable(name: "next", scope: !65, file: !3, line: 8, type: !66, align: 64)
!65 = distinct !DILexicalBlock(scope: !63, file: !3, line: 8, column: 39)
!66 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&alloc::boxed::Box<small::Node, alloc::alloc::Global>", baseType: !54, size: 64, align: 64, dwarfAddressSpace: 0)
!67 = !DILocation(line: 0, scope: !36)
!68 = !DILocalVariable(name: "val", scope: !69, file: !70, line: 3134, type: !15, align: 64)
!69 = distinct !DISubprogram(name: "fetch_add", linkageName: "_RNvMs1v_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_11AtomicUsize9fetch_add", scope: !4, file: !70, line: 3134, type: !71, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !24, templateParams: !18, declaration: !74, retainedNodes: !75)
!70 = !DIFile(filename: "library/core/src/sync/atomic.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "efd884d336fd52cdd46abf1cb836765b")
!71 = !DISubroutineType(types: !72)
!72 = !{!15, !73, !15, !27}
!73 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "&core::sync::atomic::AtomicUsize", baseType: !4, size: 64, align: 64, dwarfAddressSpace: 0)
!74 = !DISubprogram(name: "fetch_add", linkageName: "_RNvMs1v_NtNtCsgEmfK2I1SDS_4core4sync6atomicNtB6_11AtomicUsize9fetch_add", scope: !4, file: !70, line: 3134, type: !71, scopeLine: 3134, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized, templateParams: !18)
!75 = !{!76, !68, !77}
!76 = !DILocalVariable(name: "self", arg: 1, scope: !69, file: !70, line: 3134, type: !73)
!77 = !DILocalVariable(name: "order", scope: !69, file: !70, line: 3134, type: !27, align: 8)
!78 = !DILocation(line: 0, scope: !69, inlinedAt: !79)
!79 = !DILocation(line: 9, column: 11, scope: !63)
!80 = !DILocalVariable(name: "val", scope: !81, file: !70, line: 3919, type: !15, align: 64)
!81 = distinct !DISubprogram(name: "atomic_add<usize, usize>", linkageName: "_ZN4core4sync6atomic10atomic_add17ha5029aedf4e12f2bE", scope: !6, file: !70, line: 3919, type: !82, scopeLine: 3919, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !24, templateParams: !88, retainedNodes: !85)
!82 = !DISubroutineType(types: !83)
!83 = !{!15, !84, !15, !27}
!84 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "*mut usize", baseType: !15, size: 64, align: 64, dwarfAddressSpace: 0)
!85 = !{!86, !80, !87}
!86 = !DILocalVariable(name: "dst", arg: 1, scope: !81, file: !70, line: 3919, type: !84)
!87 = !DILocalVariable(name: "order", scope: !81, file: !70, line: 3919, type: !27, align: 8)
!88 = !{!17, !89}
!89 = !DITemplateTypeParameter(name: "U", type: !15)
!90 = !DILocation(line: 0, scope: !81, inlinedAt: !91)
!91 = !DILocation(line: 3136, column: 26, scope: !69, inlinedAt: !79)
!92 = !DILocation(line: 7, column: 21, scope: !36)
!93 = !DILocation(line: 0, scope: !63)
!94 = !DILocalVariable(name: "self", arg: 1, scope: !95, file: !96, line: 2456, type: !39)
!95 = distinct !DISubprogram(name: "wrapping_add", linkageName: "_RNvMs7_NtCsgEmfK2I1SDS_4core3numy12wrapping_add", scope: !97, file: !96, line: 2456, type: !99, scopeLine: 2456, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !24, templateParams: !18, retainedNodes: !101)
!96 = !DIFile(filename: "library/core/src/num/uint_macros.rs", directory: "/rustc/59807616e1fa2540724bfbac14d7976d7e4a3860", checksumkind: CSK_MD5, checksum: "de2f29a3485fc28d710ba6c3062e6efa")
!97 = !DINamespace(name: "{impl#9}", scope: !98)
!98 = !DINamespace(name: "num", scope: !8)
!99 = !DISubroutineType(types: !100)
!100 = !{!39, !39, !39}
!101 = !{!94, !102}
!102 = !DILocalVariable(name: "rhs", arg: 2, scope: !95, file: !96, line: 2456, type: !39)
!103 = !DILocation(line: 0, scope: !95, inlinedAt: !104)
!104 = !DILocation(line: 8, column: 55, scope: !65)
!105 = !DILocation(line: 8, column: 28, scope: !65)
!106 = !{i64 8}
!107 = !DILocation(line: 8, column: 15, scope: !65)
!108 = !DILocation(line: 8, column: 20, scope: !65)
!109 = !DILocation(line: 8, column: 68, scope: !65)
!110 = !DILocation(line: 2457, column: 13, scope: !95, inlinedAt: !104)
!111 = !DILocation(line: 3926, column: 23, scope: !81, inlinedAt: !91)
!112 = !DILocation(line: 11, column: 2, scope: !36)
