// The comparison of one sample with the candidates of one cell: the innermost loop of the engine.
//
// In C, because it is compiled twice, for any processor and for those with AVX2, and Swift cannot do that for a function.
// And hints to the processor and an atomic addition to plain memory, for which Swift has no words.
#ifndef CORDON_CELL_KERNEL_H
#define CORDON_CELL_KERNEL_H

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Where a sample lies in a cell, and what is known of the plane there.
struct cordon_cell_place {
  /// Quanta from the middle of the cell.
  float x;
  float y;
  /// A bound of the relative error of planar distances; below 1.
  float slope;
  /// Meters in a quantum.
  float quantum;
};

enum cordon_zone {
  CORDON_WITHIN = 0,
  CORDON_BAND = 1,
  CORDON_BEYOND = 2,
  /// Too close to a radius to tell.
  CORDON_AMBIGUOUS = 3
};

/// A candidate that the sample does not certainly lie beyond.
struct cordon_hit {
  uint32_t word;
  uint32_t zone;
  /// Meters, or fewer, from the enter radius outward to the sample.
  float enter_gap;
  /// Meters, or fewer, from the sample outward to the exit radius.
  float exit_gap;
  /// NaN: no distance was measured.
  double distance;
};

struct cordon_scan {
  int32_t hit_count;
  /// Whether any hit is ambiguous, 0 or 1.
  int32_t has_ambiguous;
  /// Meters, or fewer, that the sample would have to move to be within the enter radius of a candidate that is no hit; may
  /// be negative; infinite where all are hits.
  float clearance;
};

/// Writes the hits, in the order of the candidates, to memory with room for all of them.
///
/// The candidates of a cell are five columns, one behind the other, each `stride` long: x and y (int16_t, quanta from the
/// middle of the cell), enter and exit radius (uint16_t, quanta), fence word (uint32_t). Up to 16 bytes behind the columns
/// are read, and what stands there plays no part.
typedef struct cordon_scan (*cordon_scan_function)(
    struct cordon_cell_place place, const void *columns, int64_t stride, int64_t count, struct cordon_hit *hits);

/// Fit for every processor.
struct cordon_scan cordon_scan_cell(
    struct cordon_cell_place place, const void *columns, int64_t stride, int64_t count, struct cordon_hit *hits);

/// The fastest function that this processor can run. All give the same hits and gaps, to the last bit.
cordon_scan_function cordon_best_scan(void);

/// Asks for the cache line of an address, which need not be valid, and does not wait for it.
static inline void cordon_prefetch(const void *address) { __builtin_prefetch(address); }

/// Adds to a number to which other threads may add at the same time, and returns the sum.
static inline uint32_t cordon_add(uint32_t *number, int32_t change) {
  return __atomic_add_fetch(number, (uint32_t)change, __ATOMIC_RELAXED);
}

/// Tells the processor that this thread looks again and again for what another one writes.
static inline void cordon_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#pragma clang assume_nonnull end

#if defined(__cplusplus)
}
#endif

#endif
