import Daybook
import DaybookLog
import Messaging

/// The files of a folder that serves as a remote store:
///
///     daybook-server.json                  says what the folder is
///     lock                                 held by the client that uses the folder
///     changes.jsonl                        what was written when, one line each
///     batch.jsonl                          several writes that are being done together
///     users/<user>/document.json
///     users/<user>/faqs/<faq>.json …
///     conversations/<conversation>/document.json
///     conversations/<conversation>/messages/<message>.json …
///     conversations/<conversation>/attachments/<sha256>
///
/// In an encrypted folder 32 hex digits stand for each id and hash (``FolderFiles``).
enum FolderLayout {
  static let descriptor = "daybook-server.json"
  static let lock = "lock"
  static let changes = "changes.jsonl"
  static let batch = "batch.jsonl"
  static let roots = ["users", "conversations"]
  static let ownDocument = "document.json"
  static let suffix = ".json"
  static let attachments = "attachments"

  /// An id as a name that every file system accepts and keeps distinct: lower-case letters, digits, `-` and `_` as they
  /// are, other bytes as `%XX`; a long one as its digest.
  static func fileName(_ id: String) -> String {
    var name: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.append(byte)
      default:
        name.append(UInt8(ascii: "%"))
        name.append(hexadecimal: UInt64(byte), width: 2)
      }
    }
    guard name.count > 120 else { return String(decoding: name, as: UTF8.self) }
    return "%%" + Hash256.of(Array(id.utf8).span).description
  }
}
