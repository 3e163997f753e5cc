import Crypto
public import Daybook

/// A record with everything that belongs to it as one JSON object: the form in which it is kept in a cloud that
/// stores fields, not graphs. The record's fields stand under their names, each of the twelve lists as a string
/// that holds a JSON array; see the article about Purus Health for an example.
///
/// Keys that this version does not know are kept. Equal documents have equal bytes, and so equal digests.
public struct CloudDocument: Sendable, Equatable {
  /// The record's own fields, `uuid` among them, as the cloud form writes them.
  public var fields: JSONObject
  /// By ``EntryList/cloudName``: each entry's fields, `uuid` among them where it has one.
  public var entries: [String: [JSONObject]]

  init(fields: JSONObject, entries: [String: [JSONObject]]) {
    (self.fields, self.entries) = (fields, entries)
  }

  /// The record's id; empty where the document names none, which a read one always does.
  public var uuid: String { fields["uuid"]?.string ?? "" }

  /// The whole object: ``fields``, and all twelve lists as strings of canonical JSON; an empty list is `"[]"`.
  public var json: JSONObject {
    var object = fields
    for list in EntryList.all {
      let entries = (entries[list.cloudName] ?? []).map { JSONValue.object($0) }
      object[list.cloudName] = .string(
        String(decoding: JSONValue.array(entries).canonicalBytes, as: UTF8.self))
    }
    return object
  }

  /// One line of JSON in its canonical form (RFC 8785), without LF.
  public var bytes: [UInt8] { JSONValue.object(json).canonicalBytes }

  /// SHA-256 of ``bytes``, 64 hexadecimal digits.
  public var digest: String {
    SHA256.hash(data: bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The documents whose bytes the ledger did not hold when they were read: `documentData` is then the reference,
  /// `{"$blob":…,"size":…}`.
  public var missingDocumentCount: Int {
    (entries["medicalDocumentEntries"] ?? []).count { $0["documentData"]?.object != nil }
  }
}
