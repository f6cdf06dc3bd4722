extension DiagnoseOptions {
  /// The text of `cordon help diagnose`.
  static let help = """
    usage: cordon diagnose --fences FILE --samples FILE [options]

    Replays fixed samples and gives each transition, each flap and each region event of the system a cause, with the
    numbers that show it. A flap is an exit with an enter of the same fence soon after. Writes a report to read to
    standard output.

    inputs (a file, or - for standard input, for one of them):
      --fences FILE         as for replay
      --samples FILE        as for replay
      --policy FILE         as for replay
      --tz OFFSET           what to assume for times without offset: UTC, or as in +02:00
      --region-events FILE  what the system's own region monitoring told: CSV or lines of JSON with
                            device,time,fence,event (enter or exit), or an OwnTracks recording

    what to look at:
      --fence ID            this fence alone
      --device ID           this device alone
      --flap-window SPAN    how soon an enter makes a flap of an exit: seconds, or as in 90s, 10min, 1h; 10min by default

    outputs (a file, or - for standard output, for one of them; the report then goes to standard error):
      --json FILE           all findings, one line of JSON each, and a last line with the counts
      --html FILE           a page with figures of each device at each fence that has a cause

    other options:
      --private             the page numbers devices and fences instead of naming them
      --quiet               no report and no progress
      --help                this text

    causes of flaps and transitions:
      noBand, narrowBand    the rules: no band between the radii, or one narrower than the noise of the samples
      coarseFix             the rules: a sample far off that said it was coarse passed the accuracy limit
      overconfidentFix      a sample far off that claimed to be good, and the device back at once
      jump                  a step that no device can make
      accuracyStarved       it came late: samples that asked for it were refused for their accuracy
      disorder              older samples, two of one moment, or a clock that ran ahead
      movement              no fault: the device really left and came back
    causes around the system's events:
      systemLag             it came late after the edge was crossed
      systemContradicted    a fresh good sample says the opposite
      systemMissing         it never came
      betweenSamples        the straight way between two samples cut the fence
    For a flap, changes of one rule that would have prevented it are told, with the delay that each costs.

    No output holds coordinates.

    exit codes: as for replay

    """
}
