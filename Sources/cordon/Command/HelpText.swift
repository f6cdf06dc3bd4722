/// What `--help` prints.
enum HelpText {
  /// The text of `cordon --help`.
  static let overview = """
    cordon: which fences did each device enter or leave, and why?

    usage:
      cordon replay --fences FILE --samples FILE [options]
      cordon diagnose --fences FILE --samples FILE [options]
      cordon check FENCES [options]
      cordon sweep --fences FILE --samples FILE --enter LIST --exit LIST --confirm LIST [options]
      cordon verify [DIR…] [options]
      cordon attest FILE --policy FILE --device TEXT --system TEXT --by NAME --result pass|fail [--note TEXT]
      cordon validation FILE [--policy FILE]… [DIR…]
      cordon help [COMMAND]
      cordon --version

    commands:
      replay      judge recorded samples against fences; write events, rejections, decisions, states
      diagnose    tell why a fence was left and entered again: rules, samples, or the system's region events
      check       find what is wrong with a fence file before it is used
      sweep       try other radii, confirmations and limits of accuracy on recorded samples
      verify      judge folders of fixed samples again, against their reviewed expectation
      attest      record what a person saw a real device do
      validation  show what was validated, rules and devices, and what of it is out of date

    cordon help replay tells all about a command.

    """

  /// The text of `cordon help replay`.
  static let replay = """
    usage: cordon replay --fences FILE --samples FILE [options]

    Judges every sample against every fence, in the order of the file, and writes one line of JSON for every event.

    inputs (a file, or - for standard input, for one of them):
      --fences FILE      CSV with id,latitude,longitude[,enter_m][,exit_m][,policy][,name]; the same as lines of JSON;
                         or GeoJSON Points
      --samples FILE     CSV with [seq,]device,time,latitude,longitude,accuracy[,received]; or the same as lines of JSON
      --policy FILE      JSON: radii, limits of accuracy and age, confirmations; by default 80 m in, 120 m out, 30 m
      --tz OFFSET        what to assume for times without offset: UTC, or as in +02:00

    outputs (a file, or - for standard output, for one of them):
      --events FILE      enters and exits; standard output by default
      --rejections FILE  refused samples with their reasons, and rows that could not be read
      --decisions FILE   what each accepted sample meant for the fences around it
      --states FILE      where each device is after its last sample
      --summary FILE     the summary as JSON

    other options:
      --strict           the first bad row, of fences or samples, is fatal (exit code 65)
      --quiet            no readable summary and no progress
      --threads N        judge with up to N threads; the result is the same (1 by default)
      --help             this text

    A row that cannot be used is skipped, counted and reported. An output file appears when it is complete, not before.
    Output files hold no coordinates.

    exit codes: 0 done, also with skipped rows; 64 usage; 65 an input cannot be used; 66 an input cannot be opened or
    read; 70 internal error; 74 an output or a later read failed

    """
}
