extension Mutation {
  /// Reads a line of NDJSON: an event's keys without stamp and seq.
  ///
  /// - Throws: ``LedgerError``, `bad-data`, saying what is wrong with the line.
  package init(line: Span<UInt8>) throws(LedgerError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(line)
    } catch {
      throw LedgerError(
        .badData, error.reason.rawValue, offset: error.offset,
        advice: "write strict JSON, one object a line")
    }
    guard let object = value.object else {
      throw LedgerError(.badData, "this line is not a JSON object", advice: "write one mutation a line")
    }
    do throws(EventFormError) {
      try self.init(object)
    } catch {
      throw LedgerError(
        .badData, error.description, advice: "write an event's keys without stamp and seq")
    }
  }
}
