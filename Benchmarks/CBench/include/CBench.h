// What the benchmark needs of C, since Swift cannot name it.
#ifndef CBENCH_H
#define CBENCH_H

#include <stdint.h>

/// Calls by which this process asked its allocator for memory so far, from all threads; -1 where they cannot be counted:
/// on systems without glibc, and under a sanitizer, which has an allocator of its own.
int64_t cordonBenchAllocations(void);

/// Calls `body` with `context`. A profiler finds the measured work by this name.
void cordonBenchMeasured(void (*body)(void *), void *context);

/// The largest number of a processor that this process may use, or -1 where the system does not tell.
int cordonBenchLastProcessor(void);

/// Keeps this process on one processor; 0 where the system did that.
int cordonBenchPin(int processor);

#endif
