import Daybook

extension SystemRemedy {
  /// List the records.
  static let records = SystemRemedy("purus.records", "purus.records(matching:)")
}
