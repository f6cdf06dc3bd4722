extension HelpText {
  /// The text of `cordon help sweep`.
  static let sweep = """
    usage: cordon sweep --fences FILE --samples FILE --enter LIST --exit LIST --confirm LIST [options]

    Back-testing: judges the same samples under every combination of the lists, as cordon replay would, and compares how
    much each setting flaps, how late its events are, and which visits it misses.

    inputs (a file, or - for standard input, for one of them):
      --fences FILE      as for cordon replay
      --samples FILE     as for cordon replay; all of them are kept in memory, 36 bytes for each row
      --policy FILE      JSON; what the lists do not name stays as it is there
      --tz OFFSET        what to assume for times without offset: UTC, or as in +02:00

    what to try (numbers with commas between; a list that is left out keeps the policy's value; at most 10 000 settings,
    of which those with exit < enter are left out):
      --enter LIST       enter radii in meters; without --exit, each with 1.5 times itself to exit
      --exit LIST        exit radii in meters
      --confirm LIST     samples in a row that an enter, and an exit, takes
      --accuracy LIST    the coarsest accuracies to accept, in meters
      --policy-name NAME the policy to change ("default"); other policies stay as they are
      --all-fences       the radii replace also those that fences of this policy give themselves

    other options:
      --flap-window SECONDS  an enter so soon after an exit of the same fence is a flap (600)
      --json FILE        all results for machines
      --csv FILE         all results as a table
      --threads N        settings to try at a time; the result is the same (one for each processor)
      --quiet            no readable report and no progress
      --help             this text

    All settings have one yardstick, made with one confirmation and the coarsest accuracy tried; fences that give radii
    themselves are measured by their own. An enter is as late as the device has been within the widest enter radius
    without interruption; an exit, as it has been beyond the widest enter radius and the narrowest exit radius. A visit
    is a stay within the narrowest enter radius, and missed by a setting that never held the device for inside
    meanwhile. Marked with * is each setting that no other beats: as good in flaps, missed visits and the delay that
    nine in ten events keep (p90), and better in one.

    The report goes to standard output, or to standard error where a file goes there. It holds no coordinates.

    exit codes: 0 done, also with skipped rows; 64 usage; 65 an input cannot be used; 66 an input cannot be opened or
    read; 70 internal error; 74 an output or a later read failed

    """
}
