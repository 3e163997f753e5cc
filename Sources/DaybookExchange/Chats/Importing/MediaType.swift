import Messaging

/// What a file is, by its name.
enum MediaType {
  /// A MIME type; empty where the ending says nothing.
  static func ofFile(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "" }
    return endings[name[name.index(after: dot)...].lowercased()] ?? ""
  }

  static func attachmentType(_ mimeType: String) -> AttachmentType {
    switch mimeType.split(separator: "/").first {
    case "image": .image
    case "video": .video
    case "audio": .audio
    default: .document
    }
  }

  private static let endings = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "heic": "image/heic", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
    "3gp": "video/3gpp",
    "webm": "video/webm", "opus": "audio/ogg", "ogg": "audio/ogg", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "aac": "audio/aac", "amr": "audio/amr", "wav": "audio/wav", "pdf": "application/pdf", "vcf": "text/vcard",
    "txt": "text/plain", "csv": "text/csv", "zip": "application/zip",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ]
}
