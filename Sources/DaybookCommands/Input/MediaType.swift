/// The media types of files that people keep and send, by the ends of their names.
enum MediaType {
  static func of(file: String) -> String {
    guard let dot = file.lastIndex(of: ".") else { return unknown }
    return types[file[file.index(after: dot)...].lowercased()] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let types: [String: String] = [
    "pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "heic": "image/heic", "gif": "image/gif", "tif": "image/tiff", "tiff": "image/tiff", "webp": "image/webp",
    "dcm": "application/dicom", "txt": "text/plain", "md": "text/markdown", "html": "text/html",
    "csv": "text/csv", "json": "application/json", "xml": "application/xml", "zip": "application/zip",
    "rtf": "application/rtf", "svg": "image/svg+xml", "mp4": "video/mp4", "mov": "video/quicktime",
    "webm": "video/webm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "ogg": "audio/ogg",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ]
}
