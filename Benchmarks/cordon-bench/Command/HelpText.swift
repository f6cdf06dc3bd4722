/// What `--help` prints.
enum HelpText {
  /// The text of `cordon-bench --help`.
  static let overview = """
    cordon-bench: how fast is the engine, and does it answer right?

    usage:
      cordon-bench run [options]
      cordon-bench plan --fences FILE|N --devices D --interval S [options]
      cordon-bench compare BASE NEW [options]
      cordon-bench compare --baseline FILE NEW [options]
      cordon-bench baseline --json FILE [options]
      cordon-bench selftest [options]
      cordon-bench --help

    options of run:
      --filter TEXT      only measurements whose name, scenario/variant, contains this
      --list             name the measurements and run none
      --rounds N         run each variant N times (3 by default)
      --full             also the long scenarios: 1 M devices, and 10 M fences, which need several GB of memory
      --svg FILE         also draw the time for a sample over the number of fences
      --renew            print the results to be stored in the source, and do not compare with those that are
      --json FILE        also write the rows as lines of JSON, after a line on the machine; - is standard output

    your own data in place of the seeded worlds:
      --fences FILE      as for cordon replay
      --samples FILE     as for cordon replay; held in memory
      --policy FILE      as for cordon replay

    variants:
      naive      every fence for every sample, by the reference formula; measured on a few devices and samples
      kernel     as naive, by the function for batches of distances; not where fences change
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
      probes     cells that were looked up, per sample
      candidates fences that the index brought up, per sample
      hits       fences of these that were at or within their exit radius, per sample
      fallbacks  candidates so close to a radius that the reference formula was asked, per sample
      skipped    share of the samples passed over

    In each round the variants take turns, each with an engine made anew. Every pass condenses its events to a checksum
    (sample, device, fence, kind, distance, in order); those of a scenario must agree with each other and, but for the
    distances, with what is stored in the source, else the exit code is 70.

    options of plan, which measures for about half a minute what a load takes on this machine:
      --fences FILE|N    as for cordon replay; or N made-up stores
      --devices D        how many devices there are
      --interval S       seconds from a report of a device to its next
      --peak F           how many times the mean rate the highest is (2, assumed, by default)
      --headroom SHARE   the share of each core that the peak may take (0.6 by default)
      --target-p99 MS    milliseconds within which 99 % of the samples shall have become events (50 by default)
      --input FORM       what samples arrive as: ndjson (by default) or csv
      --policy FILE      as for cordon replay
      --json FILE        also write each number as a line of JSON; - is standard output
      --check            compare what the plan says with a process that does it; exit code 70 where memory is off by more
                         than 10 % or the rate by more than 20 %

    exit codes: 0 done; 64 usage; 65 an input cannot be used; 66 an input cannot be opened or read; 70 variants disagree,
    or an internal error; 74 an output failed

    """

  /// The text of `cordon-bench compare --help`, and of the other commands of a regression check.
  static let compare = """
    usage:
      cordon-bench compare BASE NEW [options]             two builds of cordon-bench: is NEW slower than BASE?
      cordon-bench compare --baseline FILE NEW [options]  a build and what another one once measured
      cordon-bench baseline --json FILE [options]         measures this build, for later comparisons
      cordon-bench selftest [options]                     does the check find added work, and nothing else, here?

    Builds run in turn, block by block, in processes that stay alive: a base, the new one, and the base once more as a
    control, in random order, on one processor. A change is the median of the ratios of their times, with an interval
    that holds the true median with 99 %. It is a regression where the whole interval lies above +2 % and the median
    above +4 %, and still does with twice the pairs; with the very same instructions, up to +8 % is a notice, for these
    may just lie elsewhere in memory. It is inconclusive where the interval is wider than 3 %; and void where the control
    differs from the base by more than 2 %. Such cases run twice as long, up to the cap.
    Counts of a lap are compared exactly: another answer is a regression, and so is more than 1 % more work or memory.

    options of compare:
      --filter TEXT      only cases whose name contains this
      --list             name the cases and compare nothing
      --pairs N          pairs to begin with (250)
      --cap N            the most pairs of a case, at least twice those to begin with (1000)
      --launches N       times to start the processes anew, among which the pairs are divided (5)
      --counts-only      take no times
      --no-instructions  no instructions, which callgrind counts where valgrind is installed
      --json FILE        also write lines of JSON; - is standard output
      --timings FILE     also write the times of all blocks as CSV
      --seed N           for random orders and draws (1)

    options of baseline: --json FILE, --filter TEXT, --no-instructions
    options of selftest: --case NAME (walk-10k), --times N (20), --pairs N, --cap N, --seed N

    A baseline's times compare on its own machine alone, and coarsely: 15 % beyond its slowest launch.

    exit codes: 0 the same or better, also where inconclusive; 2 a regression; 3 void, or a self-test that failed; 4 no
    baseline: the base speaks another language or knows none of the cases, or there is no such file; 64 usage; 65 a
    baseline cannot be used; 66 NEW is no executable; 70 a worker broke down, or an internal error; 74 an output failed

    """
}
