import DaybookModel

/// What is accepted can be written and read again as the same value, and canonical text is stable.
@Sendable func fuzzJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONParser.parse(bytes) else { return }
  let canonical = value.canonicalBytes
  guard let again = try? JSONParser.parse(canonical) else { preconditionFailure("canonical text refused") }
  precondition(again == value, "canonical text is another value")
  precondition(again.canonicalBytes == canonical, "canonical text is not stable")
}
