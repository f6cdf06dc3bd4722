/// What `--help` prints.
enum HelpText {
  /// The text of `cordon-bench --help`.
  static let overview = """
    cordon-bench: how fast is the engine, and does it answer right?

    usage:
      cordon-bench run [options]
      cordon-bench --help

    options of run:
      --filter TEXT      only measurements whose name, scenario/variant, contains this
      --list             name the measurements and run none
      --rounds N         run each variant N times (5 by default)
      --full             also the scenario of 10 M fences, which needs several GB of memory and minutes
      --json FILE        also write the rows as lines of JSON, after a line on the machine; - is standard output

    your own data in place of the seeded worlds:
      --fences FILE      as for cordon replay
      --samples FILE     as for cordon replay; held in memory
      --policy FILE      as for cordon replay

    variants:
      naive      every fence for every sample, by the reference formula; measured on a few devices and samples
      indexed    the engine, every accepted sample looked up
      skip       the engine as it is by default: samples that provably change nothing are passed over
      threads2   as skip, with two threads, by the clock on the wall; void where others use more than 10 % of the machine
      names      what it takes to get a device's handle from its name, which the others are given

    columns:
      ns/sample  median over the rounds, thread time but for threads2. The first samples, as many as there are devices,
                 are left out (firstNsPerSample in the JSON): in them devices come for the first time.
                 Only the engine's work is timed; reading, making it, and checking its answers are not.
      min-max    the fastest and the slowest round
      x naive    how many times faster than naive
      lines      the time in random reads of a cache line: the mean of overlapping reads in tables as large as the
                 engine's index and as its devices; what such reads cost stands below each scenario
      B/fence    bytes that the engine holds for each fence
      B/device   bytes that it holds for each device
      candidates fences that the index brought up, per sample
      hits       fences of these that were at or within their exit radius, per sample
      fallbacks  candidates so close to a radius that the reference formula was asked, per sample
      skipped    share of the samples passed over

    In each round the variants take turns, each with an engine made anew. Every pass condenses its events to a checksum
    (sample, device, fence, kind, distance, in order); those of a scenario must agree, else the exit code is 70.

    exit codes: 0 done; 64 usage; 65 an input cannot be used; 66 an input cannot be opened or read; 70 variants disagree,
    or an internal error; 74 an output failed

    """
}
