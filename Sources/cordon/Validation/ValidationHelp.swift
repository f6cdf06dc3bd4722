extension HelpText {
  /// The text of `cordon help attest`.
  static let attest = """
    usage: cordon attest FILE --policy FILE --device TEXT --system TEXT --by NAME --result pass|fail [--note TEXT]

    Adds to a record of validations what a person saw a real device do: device behavior validated. What the record says of
    the rules stays as it is. A file that is not there yet is made.

    options:
      --policy FILE      the policy that was in use; the attestation holds for it alone ({} is the default policy)
      --device TEXT      the device, as in "iPhone 15"
      --system TEXT      its system with the version, as in "iOS 18.2"
      --by NAME          the person who saw it
      --result RESULT    pass or fail
      --note TEXT        what was done and seen, without places; needed with fail
      --help             this text

    A simulator or emulator is refused: how it reports regions says nothing about a device. It is known by its name alone,
    which stops a mistake, not a lie. What was tried on one belongs into a note of your own, not into this record.

    The date is SOURCE_DATE_EPOCH where that is set, else now.

    exit codes: 0 done; 64 usage, also for a simulator; 65 the record or the policy cannot be used; 66 a file cannot be
    opened or read; 70 internal error; 74 the record cannot be written

    """

  /// The text of `cordon help validation`.
  static let validation = """
    usage: cordon validation FILE [--policy FILE]… [--require rules|device] [DIR…]

    Shows the two parts of a record of validations and what of them is out of date:
      rules validated             fixed samples gave what was expected and reviewed; cordon verify --record writes it
      device behavior validated   a person saw a real device behave; cordon attest writes it
    Neither part says anything about the other.

    The rules are current where the folders of DIR (data by default) are those that were verified: policies, fences,
    samples and expectations alike. Devices are current where for each --policy the last attestation of every device and
    system passed. Rules that were verified without a --policy are out of date, too.

    options:
      --policy FILE      a policy in use; may be given several times
      --require PART     the part that must be current, rules or device; both by default
      --help             this text

    exit codes: 0 what is required is current; 1 it is not: missing, failed, out of date, not compared, or changed by hand;
    64 usage; 65 a file cannot be used; 66 a file cannot be opened or read; 70 internal error; 74 a later read failed

    """
}
