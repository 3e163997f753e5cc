import DaybookAge

/// A key has one spelling. Bytes that are not a file for the reader are refused.
@Sendable func fuzzAge(_ bytes: [UInt8]) {
  if let payload = try? AgeFile.open(bytes, sizeBytes: bytes.count, with: [fuzzReader]),
    let content = try? payload.decrypt(bytes)
  {
    precondition(content.count == payload.sizeBytes, "the content is not as long as it was said to be")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let recipient = AgeRecipient(text) { precondition(recipient.description == text, "another spelling") }
  if let identity = AgeIdentity(secret: text) { precondition(identity.secret == text, "another spelling") }
}

private let fuzzReader = AgeIdentity { [UInt8](repeating: 7, count: $0) }
