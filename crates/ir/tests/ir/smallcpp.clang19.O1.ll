; ModuleID = 'smallcpp.cpp'
source_filename = "smallcpp.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

$_ZTW5calls = comdat any

@calls = dso_local thread_local global i32 0, align 4
@_ZTIi = external constant ptr
@_ZL5total = internal global { i32 } zeroinitializer, align 4
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

; Function Attrs: mustprogress uwtable
define dso_local noundef i32 @_Z7measureRK5Shape(ptr noundef nonnull align 8 dereferenceable(8) %shape) local_unnamed_addr #0 personality ptr @__gxx_personality_v0 {
entry:
  %0 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls)
  %1 = load i32, ptr %0, align 4, !tbaa !5
  %inc = add nsw i32 %1, 1
  store i32 %inc, ptr %0, align 4, !tbaa !5
  %vtable = load ptr, ptr %shape, align 8, !tbaa !9
  %2 = load ptr, ptr %vtable, align 8
  %call = invoke noundef i32 %2(ptr noundef nonnull align 8 dereferenceable(8) %shape)
          to label %invoke.cont unwind label %lpad

invoke.cont:                                      ; preds = %entry
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %invoke.cont
  %exception = tail call ptr @__cxa_allocate_exception(i64 4) #4
  store i32 1, ptr %exception, align 16, !tbaa !5
  invoke void @__cxa_throw(ptr nonnull %exception, ptr nonnull @_ZTIi, ptr null) #5
          to label %unreachable unwind label %lpad

lpad:                                             ; preds = %if.end, %if.then, %entry
  %3 = landingpad { ptr, i32 }
          cleanup
  %4 = atomicrmw sub ptr @_ZL5total, i32 1 release, align 4
  resume { ptr, i32 } %3

if.end:                                           ; preds = %invoke.cont
  %vtable1 = load ptr, ptr %shape, align 8, !tbaa !9
  %5 = load ptr, ptr %vtable1, align 8
  %call4 = invoke noundef i32 %5(ptr noundef nonnull align 8 dereferenceable(8) %shape)
          to label %invoke.cont3 unwind label %lpad

invoke.cont3:                                     ; preds = %if.end
  %6 = atomicrmw add ptr @_ZL5total, i32 %call4 seq_cst, align 4
  %7 = add i32 %6, %call4
  %8 = atomicrmw sub ptr @_ZL5total, i32 1 release, align 4
  ret i32 %7

unreachable:                                      ; preds = %if.then
  unreachable
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #1

declare i32 @__gxx_personality_v0(...)

declare ptr @__cxa_allocate_exception(i64) local_unnamed_addr

declare void @__cxa_throw(ptr, ptr, ptr) local_unnamed_addr

; Function Attrs: mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable
define dso_local noundef i32 @_Z4safei(i32 noundef %n) local_unnamed_addr #2 personality ptr @__gxx_personality_v0 {
entry:
  %0 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls)
  %1 = load i32, ptr %0, align 4, !tbaa !5
  %inc.i = add nsw i32 %1, 1
  store i32 %inc.i, ptr %0, align 4, !tbaa !5
  %mul.i = mul nsw i32 %n, %n
  %2 = atomicrmw add ptr @_ZL5total, i32 %mul.i seq_cst, align 4
  %3 = add i32 %2, %mul.i
  %4 = atomicrmw sub ptr @_ZL5total, i32 1 release, align 4
  ret i32 %3
}

; Function Attrs: uwtable
define weak_odr hidden noundef ptr @_ZTW5calls() local_unnamed_addr #3 comdat {
  %1 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @calls)
  ret ptr %1
}

attributes #0 = { mustprogress uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }
attributes #5 = { noreturn }

!llvm.module.flags = !{!0, !1, !2, !3}
!llvm.ident = !{!4}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !7, i64 0}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C++ TBAA"}
!9 = !{!10, !10, i64 0}
!10 = !{!"vtable pointer", !8, i64 0}
