public import DaybookModel
import Foundation
import Messaging

/// The address of a Firestore database: `https://HOST/v1/projects/PROJECT/databases/DATABASE/documents`.
public struct FirestoreEndpoint: Sendable, Equatable {
  /// As given, without a slash at its end.
  public let documentsURL: String
  /// The beginning of documents' names: `projects/PROJECT/databases/DATABASE/documents`.
  let documentsName: String
  /// Where attachments are kept, in the shape of Cloud Storage for Firebase: `https://HOST/v0/b/BUCKET/o`.
  public let objectsURL: String

  /// A URL for help texts.
  public static let example =
    "https://firestore.googleapis.com/v1/projects/PROJECT/databases/(default)/documents"

  /// - Parameters:
  ///   - url: the database's URL, such as ``example``; a slash at its end is dropped.
  ///   - objects: the URL of the attachments; by default on the same host, in the bucket `PROJECT.appspot.com`.
  /// - Throws: `usage` for a URL that is not that of a database.
  public init(_ url: String, objects: String? = nil) throws(LedgerError) {
    let given = url.hasSuffix("/") ? String(url.dropLast()) : url
    let origin = try Self.origin(given)
    let path = given.dropFirst(origin.utf8.count).split(separator: "/", omittingEmptySubsequences: false)
    guard path.count == 7, path[0] == "", path[1] == "v1", path[2] == "projects", path[4] == "databases",
      path[6] == "documents", !path[3].isEmpty, !path[5].isEmpty
    else { throw Self.usage(given) }
    documentsURL = given
    documentsName = path[2...].joined(separator: "/")
    if let objects {
      _ = try Self.origin(objects)
      objectsURL = objects.hasSuffix("/") ? String(objects.dropLast()) : objects
    } else {
      objectsURL = "\(origin)/v0/b/\(path[3]).appspot.com/o"
    }
  }

  /// `https://host:port`, as it is written.
  private static func origin(_ url: String) throws(LedgerError) -> String {
    guard url.utf8.count < 2000, let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
      parts.scheme == "https" || parts.scheme == "http", parts.user == nil, parts.password == nil,
      parts.query == nil, parts.fragment == nil, let start = url.firstRange(of: "://")
    else { throw usage(url) }
    let rest = url[start.upperBound...]
    return String(url[..<(rest.firstIndex(of: "/") ?? url.endIndex)])
  }

  private static func usage(_ url: String) -> LedgerError {
    LedgerError(
      .usage, "'\(url.prefix(200))' is not a URL of a Firestore database", advice: "such as \(example)")
  }

  /// Whether data sent there can be read on the way, so that no secret may be sent.
  static func isOpen(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host else {
      return false
    }
    return !(host == "localhost" || host == "::1" || host == "[::1]" || isLoopback(host))
  }

  /// Of IPv4: `127.0.0.1` is one, the name `127.example.org` is not.
  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  var isOpen: Bool { Self.isOpen(documentsURL) || Self.isOpen(objectsURL) }

  func name(of path: RemotePath) -> String { "\(documentsName)/\(path)" }

  /// Nil for a document of another database, or with a path that is invalid here.
  func path(ofName name: String) -> RemotePath? {
    guard name.hasPrefix(documentsName + "/") else { return nil }
    return RemotePath(String(name.dropFirst(documentsName.count + 1)))
  }

  /// The URL of `METHOD` on the database, or on a document whose collections are queried.
  func url(_ method: String, under path: RemotePath? = nil) -> String {
    guard let path else { return "\(documentsURL):\(method)" }
    return "\(documentsURL)/\(path.components.map(Self.escaped).joined(separator: "/")):\(method)"
  }

  func url(of object: RemoteObject) -> String {
    "\(objectsURL)/\(Self.escaped(object.description))?alt=media"
  }

  func uploadURL(of object: RemoteObject) -> String {
    "\(objectsURL)?uploadType=media&name=\(Self.escaped(object.description))"
  }

  /// As one segment of a URL's path, or one value of its query.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "~"):
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        escaped += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return escaped
  }
}
