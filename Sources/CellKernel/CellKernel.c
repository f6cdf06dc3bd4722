#include "CellKernel.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Products and sums are to be rounded one by one, everywhere.
#pragma STDC FP_CONTRACT OFF
// About vectors as arguments: every function that has any is inlined.
#pragma clang diagnostic ignored "-Wpsabi"

// Eight lanes, in the compiler's own vectors: two registers with SSE2 and NEON, one with AVX2.
enum { LANES = 8 };
typedef float floats __attribute__((vector_size(LANES * 4)));
typedef int32_t masks __attribute__((vector_size(LANES * 4)));
typedef int16_t shorts __attribute__((vector_size(LANES * 2)));
typedef uint16_t ushorts __attribute__((vector_size(LANES * 2)));

#define INLINE static inline __attribute__((always_inline))

INLINE floats load_signed(const int16_t *column) {
  shorts lanes;
  memcpy(&lanes, column, sizeof lanes);
  return __builtin_convertvector(lanes, floats);
}

INLINE floats load_unsigned(const uint16_t *column) {
  ushorts lanes;
  memcpy(&lanes, column, sizeof lanes);
  return __builtin_convertvector(__builtin_convertvector(lanes, masks), floats);
}

INLINE floats choose(masks where, floats yes, floats no) {
  return (floats)(((masks)yes & where) | ((masks)no & ~where));
}

INLINE floats smaller(floats a, floats b) { return choose(a < b, a, b); }

INLINE floats all_lanes(float value) { return (floats){} + value; }

// One bit for each lane whose mask is set.
INLINE uint32_t bits(masks lanes) {
#if defined(__x86_64__)
  typedef float half __attribute__((vector_size(16)));
  half low = __builtin_shufflevector((floats)lanes, (floats)lanes, 0, 1, 2, 3);
  half high = __builtin_shufflevector((floats)lanes, (floats)lanes, 4, 5, 6, 7);
  return (uint32_t)_mm_movemask_ps((__m128)low) | (uint32_t)_mm_movemask_ps((__m128)high) << 4;
#else
  return (uint32_t)__builtin_reduce_add(lanes & (masks){1, 2, 4, 8, 16, 32, 64, 128});
#endif
}

INLINE float least_lane(floats lanes) {
  lanes = smaller(lanes, __builtin_shufflevector(lanes, lanes, 4, 5, 6, 7, 4, 5, 6, 7));
  lanes = smaller(lanes, __builtin_shufflevector(lanes, lanes, 2, 3, 2, 3, 2, 3, 2, 3));
  return lanes[0] < lanes[1] ? lanes[0] : lanes[1];
}

// The squared distances above which a place is certainly beyond radii, and those below which it is certainly within.
//
// Everything is in quanta of the level. A center is off by at most 1/2 on each axis, 0.7072 in distance; a radius by 1/2;
// the arithmetic in 32-bit floats, on numbers below 2^16, by less than 0.01. Let q be the computed planar distance and s the
// row's slope, already enlarged by 6 %, so that 1/(1 - slope) <= 1 + s. Then with r the rounded radius
//
//     q <= r(1 - s) - 1.25  =>  d <= (q + 0.72)(1 + slope) <= r - 1/2          (at or within the radius)
//     q >= r(1 + s) + 1.3   =>  d >= (q - 0.72)(1 - slope) >= r + 1/2          (beyond it)
//
// for every slope <= 0.05. What lies between is ambiguous, a few centimeters around each circle, and is left to the
// reference.
INLINE floats beyond_limits(floats radii, float slope) {
  floats limits = radii * (1 + slope) + 1.3f;
  return limits * limits;
}

INLINE floats within_limits(floats radii, float slope) {
  floats limits = radii * (1 - slope) - 1.25f;
  return choose(limits < 0, (floats){}, limits * limits);
}

INLINE struct cordon_scan scan(
    struct cordon_cell_place place, const void *columns, int64_t stride, int64_t count, struct cordon_hit *hits) {
  const int16_t *x = columns, *y = x + stride;
  const uint16_t *enters = (const uint16_t *)(y + stride), *exits = enters + stride;
  const uint32_t *words = (const uint32_t *)(const void *)(exits + stride);
  struct cordon_hit *next = hits;
  uint32_t ambiguous = 0;
  floats least = all_lanes(INFINITY);
  const masks lane = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int64_t index = 0; index < count; index += LANES) {
    floats dx = load_signed(x + index) - place.x, dy = load_signed(y + index) - place.y;
    floats squares = dx * dx + dy * dy;
    floats enter = load_unsigned(enters + index), exit = load_unsigned(exits + index);
    floats roots = __builtin_elementwise_sqrt(squares);
    floats gaps = roots * (1 - place.slope) - enter;
    // Lanes behind the last candidate hold whatever comes next in memory.
    masks used = lane < (int32_t)(count - index);
    masks beyond = squares > beyond_limits(exit, place.slope);
    least = smaller(choose(used & beyond, gaps, all_lanes(INFINITY)), least);
    uint32_t found = bits(used & ~beyond);
    if (found == 0) continue;
    masks within = squares < within_limits(enter, place.slope);
    masks band = (squares > beyond_limits(enter, place.slope)) & (squares < within_limits(exit, place.slope));
    struct {
      masks zones;
      floats enter_gaps, exit_gaps;
    } found_lanes = {
        (within & CORDON_WITHIN) | (band & CORDON_BAND) | (~(within | band) & CORDON_AMBIGUOUS),
        (gaps - 2) * place.quantum,
        (exit - roots * ((1 + place.slope) * 1.000001f) - 2) * place.quantum};
    ambiguous |= found & ~bits(within | band);
    do {
      int one = __builtin_ctz(found);
      found &= found - 1;
      next->word = words[index + one];
      next->zone = (uint32_t)found_lanes.zones[one];
      next->enter_gap = found_lanes.enter_gaps[one];
      next->exit_gap = found_lanes.exit_gaps[one];
      next->distance = NAN;
      next++;
    } while (found != 0);
  }
  struct cordon_scan result = {(int32_t)(next - hits), ambiguous != 0, (least_lane(least) - 2) * place.quantum};
  return result;
}

struct cordon_scan cordon_scan_cell(
    struct cordon_cell_place place, const void *columns, int64_t stride, int64_t count, struct cordon_hit *hits) {
  return scan(place, columns, stride, count, hits);
}

#if defined(__x86_64__)

// Without the fused multiply-add that such processors have too: the results are to be the same everywhere.
__attribute__((target("avx2"))) static struct cordon_scan scan_avx2(
    struct cordon_cell_place place, const void *columns, int64_t stride, int64_t count, struct cordon_hit *hits) {
  return scan(place, columns, stride, count, hits);
}

cordon_scan_function cordon_best_scan(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") ? scan_avx2 : cordon_scan_cell;
}

#else

cordon_scan_function cordon_best_scan(void) { return cordon_scan_cell; }

#endif
