import CGMime
import DaybookText

/// A Content-Type, corrected to its probable meaning.
struct MediaType {
  private let object: UnsafeMutablePointer<GMimeObject>
  /// `text/plain`, in lower case, without what no type has in it.
  let name: String

  init(_ object: UnsafeMutablePointer<GMimeObject>) {
    self.object = object
    let written = g_mime_object_get_content_type(object).flatMap {
      GMime.take(g_mime_content_type_get_mime_type($0))
    }
    let name = (written ?? "text/plain").lowercased().unicodeScalars.filter {
      $0.isASCII && $0.value > 0x20 && $0.value != 0x7f
    }
    // RFC 2045: what cannot be parsed is a plain text.
    let isBroken =
      GMime.text(g_mime_object_get_header(object, "Content-Type")).map { !$0.contains("/") } ?? false
    self.name = isBroken ? "text/plain" : String(String.UnicodeScalarView(name.prefix(100)))
  }

  func parameter(_ name: String) -> String? {
    GMime.text(g_mime_object_get_content_type_parameter(object, name))
  }

  var isText: Bool { name.hasPrefix("text/") }

  /// Of an encrypted multipart.
  var protocolName: String? {
    parameter("protocol").map { $0.lowercased().contains("pkcs7") ? "S/MIME" : "PGP" }
  }
}

/// A part without parts.
struct Leaf {
  let part: UnsafeMutablePointer<GMimePart>
  let object: UnsafeMutablePointer<GMimeObject>
  let type: MediaType

  init(part: UnsafeMutablePointer<GMimePart>, object: UnsafeMutablePointer<GMimeObject>) {
    (self.part, self.object, type) = (part, object, MediaType(object))
  }

  var isAttachment: Bool {
    GMime.text(g_mime_object_get_disposition(object))?.lowercased() == "attachment"
  }

  /// Whether it is shown among the message's text.
  var isText: Bool {
    guard !isAttachment else { return false }
    switch type.name {
    case "text/plain", "text/html", "text/enriched", "text/richtext", "application/xhtml+xml":
      // A page or a note with a name of its own is a file, but some programs name the message's text too.
      return fileName == nil || GMime.text(g_mime_object_get_disposition(object))?.lowercased() == "inline"
    case "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers": return false
    default: return type.isText && fileName == nil
    }
  }

  /// On one line, without folders; nil where it has none.
  var fileName: String? {
    guard let name = GMime.text(g_mime_part_get_filename(part)).flatMap({ SeenText.line($0, countMax: 200) })
    else { return nil }
    return name.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
  }

  /// The content without its transfer encoding; of more than `limitBytes` the beginning, to the end of a line.
  func content(limitBytes: Int) -> (bytes: [UInt8], isCut: Bool) {
    guard let wrapper = g_mime_part_get_content(part) else { return ([], false) }
    return content(limitBytes: limitBytes, in: g_mime_data_wrapper_get_encoding(wrapper))
  }

  /// The bytes of a file. GMime leaves out the last ones of base64 without padding.
  func file(limitBytes: Int) -> [UInt8] {
    if let wrapper = g_mime_part_get_content(part),
      g_mime_data_wrapper_get_encoding(wrapper) == GMIME_CONTENT_ENCODING_BASE64,
      let bytes = TransferEncoding.base64(
        content(limitBytes: limitBytes, in: GMIME_CONTENT_ENCODING_8BIT).bytes)
    {
      return bytes
    }
    return content(limitBytes: limitBytes).bytes
  }

  /// Whether it is declared as base64, but does not begin as base64.
  var isFalselyEncoded: Bool {
    guard let wrapper = g_mime_part_get_content(part),
      g_mime_data_wrapper_get_encoding(wrapper) == GMIME_CONTENT_ENCODING_BASE64
    else { return false }
    let bytes = content(limitBytes: 4096, in: GMIME_CONTENT_ENCODING_8BIT).bytes
    // A mailing list may append text that is not base64, so only the first line counts.
    guard let first = bytes.split(separator: 0x0a).first else { return false }
    let line = Array(first.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
    return line.contains(0x20) || TransferEncoding.base64(line) == nil
  }

  func content(
    limitBytes: Int, in encoding: GMimeContentEncoding
  ) -> (bytes: [UInt8], isCut: Bool) {
    guard let wrapper = g_mime_part_get_content(part), let source = g_mime_data_wrapper_get_stream(wrapper),
      let stream = Reference(g_mime_stream_filter_new(source)),
      let decoder = Reference(
        g_mime_filter_basic_new(encoding, 0))
    else { return ([], false) }
    g_mime_stream_reset(source)
    stream.pointer.withMemoryRebound(to: GMimeStreamFilter.self, capacity: 1) {
      _ = g_mime_stream_filter_add($0, decoder.pointer)
    }
    var bytes: [UInt8] = []
    while bytes.count <= limitBytes {
      let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { buffer, count in
        let got = buffer.withMemoryRebound(to: CChar.self) {
          g_mime_stream_read(stream.pointer, $0.baseAddress, Self.chunkBytes)
        }
        count = max(0, min(Int(got), Self.chunkBytes))
      }
      if chunk.isEmpty { return (bytes, false) }
      bytes.append(contentsOf: chunk)
    }
    let end = bytes[..<limitBytes].lastIndex(of: 0x0a) ?? limitBytes
    return (Array(bytes[..<end]), true)
  }

  private static let chunkBytes = 16 << 10
}
