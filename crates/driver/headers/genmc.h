/* genmc.h: for programs that were written for GenMC, so that they compile and mean the same.
 *
 * This is Selvedge's own header with the same names. Hints about how to search are accepted and not needed. Hazard pointers
 * and the checks of linearizability are not modelled: a program that gets to one is reported as unsupported. */
#ifndef SELVEDGE_GENMC_H
#define SELVEDGE_GENMC_H

#include <selvedge.h>

typedef long __VERIFIER_thread_t;

/* Hints: the access is made as it is written. */
#define __VERIFIER_local_write(access) (access)
#define __VERIFIER_final_write(access) (access)
#define __VERIFIER_final_CAS(access) (access)
#define __VERIFIER_helped_CAS(access) (access)
#define __VERIFIER_helping_CAS(access) (access)
#define __VERIFIER_confirming_CAS(access) (access)
#define __VERIFIER_confirming_read(access) (access)
#define __VERIFIER_speculative_read(access) (access)

/* What is optional is done. */
#define __VERIFIER_optional(statement) do { statement; } while (0)

#ifdef __cplusplus
extern "C" {
#endif
typedef void *__VERIFIER_hp_t;
__VERIFIER_hp_t __VERIFIER_hp_alloc(void);
void __VERIFIER_hp_protect(__VERIFIER_hp_t pointer, void *address);
void __VERIFIER_hp_clear(__VERIFIER_hp_t pointer);
void __VERIFIER_hp_free(__VERIFIER_hp_t pointer);
void __VERIFIER_hp_retire(void *address);
#ifdef __cplusplus
}
#endif
#endif
