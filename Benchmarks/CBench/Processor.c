#define _GNU_SOURCE
#include "CBench.h"

#ifdef __linux__

#include <sched.h>

int cordonBenchLastProcessor(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  for (int processor = CPU_SETSIZE - 1; processor >= 0; processor--) {
    if (CPU_ISSET(processor, &set)) return processor;
  }
  return -1;
}

int cordonBenchPin(int processor) {
  cpu_set_t set;
  if (processor < 0 || processor >= CPU_SETSIZE) return -1;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  return sched_setaffinity(0, sizeof set, &set);
}

#else

int cordonBenchLastProcessor(void) { return -1; }
int cordonBenchPin(int processor) {
  (void)processor;
  return -1;
}

#endif
