extension HelpText {
  /// The text of `cordon help verify`.
  static let verify = """
    usage: cordon verify [DIR…] [--junit FILE] [--json FILE] [--record FILE] [--quiet]
           cordon verify --accept --reviewer NAME --why TEXT [--tz OFFSET] [DIR…]

    Judges the samples of folders again, and fails where the results are not those expected, or where what is expected was
    reviewed for something else than what is there.

    DIR is a folder of expectations or a tree of them; data by default. A folder holds
      fences.csv, .ndjson or .geojson; samples.csv or .ndjson; perhaps policy.json
      expected-events.ndjson, expected-rejections.ndjson, expected-states.ndjson; perhaps expected-decisions.ndjson
      review.json        who accepted the expectation, when, why, and for what
    A folder without an expectation does not count. Links to folders below a DIR are not followed.

    Results are compared line by line: distances to 2 µm, all else exactly; the message of a row that cannot be read is
    free. Differences are told by sequence number, without coordinates.

    A folder is out of review where one of these is not what was reviewed: the policy in effect (radii, limits,
    confirmations; not how the file is written), the fences in effect (order, ids, centers, radii, policies), the bytes of
    the samples, the bytes of the expected files, or review.json itself, whose entries hold together by fingerprints. This
    finds mistakes; whoever computes the fingerprints anew, or cuts entries off the end, is found by version control alone.

    options:
      --junit FILE       the report as JUnit XML, a test case for each folder
      --json FILE        the report as JSON, with every difference
      --record FILE      keep the result in a record of validations, as rules validated; see cordon help validation
      --quiet            no readable report
      --accept           show the difference, make what is there the expectation, and add an entry to review.json; a DIR
                         with fences and samples alone gets its first expectation, an empty expected-decisions.ndjson
                         asks for decisions
      --reviewer NAME    who has looked at the difference
      --why TEXT         why what is there now is right
      --tz OFFSET        what to assume for times without offset from now on: UTC, as in +02:00, or none; without this
                         option what was reviewed before
      --help             this text

    The date of an entry is SOURCE_DATE_EPOCH where that is set, else now.

    exit codes: 0 every folder passed, or was accepted; 1 a folder is different or out of review; 64 usage; 65 a folder
    cannot be used; 66 a folder or file cannot be opened or read; 70 internal error; 74 an output or a later read failed

    """
}
