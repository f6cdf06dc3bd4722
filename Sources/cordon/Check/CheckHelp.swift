extension HelpText {
  /// The text of `cordon help check`.
  static let check = """
    usage: cordon check FENCES [options]

    Finds what is wrong with a fence file, and says for each finding how many fences it concerns, the first of them by
    line and id, and what mends it.

      FENCES             the file, or - for standard input: CSV, lines of JSON, or GeoJSON Points
      --policy FILE      JSON: radii, limits of accuracy, confirmations
      --interval SECONDS how often devices report; also finds fences that can be crossed between two reports
      --speed M/S        how fast they are meanwhile (13.9, which is 50 km/h)
      --json FILE        the report for machines
      --geojson FILE     the fences concerned, to look at on a map, with their radii and what was found; what concerns
                         every fence puts none there. This file holds coordinates: those of the fences, no device's
      --strict           warnings fail the check, too
      --quiet            no readable report
      --help             this text

    errors: unreadableRow, duplicateID, swappedCoordinates, invalidCenter, invalidRadius, unknownPolicy (rows that give no
      fence), zeroCoordinates
    warnings: suspectedSwap (in range, but far from all others and among them when exchanged; not judged where the file
      covers more than a tenth of the globe), duplicateFence, neverLeft, narrowBand (exit - enter < 2 x maxAccuracy),
      smallRadius (enter < maxAccuracy), crossedUnseen (at least 5 % of the straight ways across the enter circle have
      fewer samples inside than an enter takes)
    notes: sharedCenter, nearbyCenter (within 5 m), swallowed (the exit circle lies within the enter circle of another:
      whatever happens at the one happens inside of the other), heavyOverlap (10 enter circles or more over its center)

    The report goes to standard output, or to standard error where a file goes there. It holds no coordinates.

    exit codes: 0 nothing wrong; 1 errors were found, or with --strict warnings; 64 usage; 65 the file has no usable
    fence, or a bad policy; 66 an input cannot be opened or read; 70 internal error; 74 an output or a later read failed

    """
}
