#include "CBench.h"

__attribute__((noinline)) void cordonBenchMeasured(void (*body)(void *), void *context) { body(context); }
