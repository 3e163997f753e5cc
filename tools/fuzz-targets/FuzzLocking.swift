import DaybookAge
import DaybookLocking
import DaybookModel

/// A ring has one text, names each epoch once, and each secret opens what is written for it.
@Sendable func fuzzKeyrings(_ bytes: [UInt8]) {
  guard let ring = try? Keyring(content: bytes) else { return }
  precondition(ring.content == bytes, "another text")
  precondition(Set(ring.recipients).count == ring.recipients.count, "a recipient twice")
  precondition(
    Set(ring.epochs.map { "\($0.replica) \($0.number)" }).count == ring.epochs.count, "an epoch twice")
  precondition(!ring.recipients.isEmpty && !ring.epochs.isEmpty && ring.number > 0, "an empty ring")
  _ = ring.isSigned(by: [UInt8](repeating: 7, count: 32))
}

/// A device file has one text; a name is one of a file.
@Sendable func fuzzDevices(_ bytes: [UInt8]) {
  if let file = try? DeviceFile(bytes) {
    precondition(file.bytes == bytes, "another text")
    precondition(Approval(file).isSigned(ledger: file.ledger), "an approval without signature")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if let name = LockingFileName(text) { precondition(name.description == text, "another name") }
  if let sizeBytes = try? PaddingFrame.contentSizeBytes(of: bytes.span) {
    precondition(PaddingFrame.adding(to: Array(bytes.prefix(sizeBytes))) == bytes, "another padding")
  }
}

/// What is read of an event's `set` is written as the same, and a canonical one in the same bytes. The input is an
/// object of `op`, `id` and `set`.
@Sendable func fuzzDeviceEvents(_ bytes: [UInt8]) {
  guard let object = (try? JSONParser.parse(bytes))?.object, let op = object["op"]?.string,
    let id = object["id"]?.string, let set = object["set"]?.object
  else { return }
  guard let event = DeviceEvent(op: EventOperation(rawValue: op), id: id, set: set) else { return }
  guard let again = DeviceEvent(event.mutation) else { preconditionFailure("an event does not read back") }
  precondition(again == event && again.mutation == event.mutation, "an event reads back as another")
}
