// The interface to GMime 3: it is initialized once, and its objects are released with the values that hold them.

import CGMime
import DaybookText

enum GMime {
  /// Must be read before any other use of GMime.
  static let isReady: Void = g_mime_init()

  /// A C string that stays with GMime.
  static func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

  /// A C string that GMime leaves to us.
  static func take(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
    guard let pointer else { return nil }
    defer { g_free(pointer) }
    return String(cString: pointer)
  }
}

/// One reference to an object, given back when this ends.
struct Reference<Object>: ~Copyable {
  let pointer: UnsafeMutablePointer<Object>

  /// nil where GMime could not make it.
  init?(_ pointer: UnsafeMutablePointer<Object>?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// GMime's options for reading: it accepts what programs really write, not only what the standards allow.
final class ParserOptions {
  let pointer: OpaquePointer

  init() {
    _ = GMime.isReady
    pointer = g_mime_parser_options_new()
    g_mime_parser_options_set_allow_addresses_without_domain(pointer, 1)
    // The charsets of undeclared bytes beyond ASCII in a header; GMime copies the names.
    "utf-8".withCString { unicode in
      "windows-1252".withCString { windows in
        var charsets: [UnsafePointer<CChar>?] = [unicode, windows, nil]
        g_mime_parser_options_set_fallback_charsets(pointer, &charsets)
      }
    }
  }

  deinit { g_mime_parser_options_free(pointer) }
}

/// A message that GMime parsed, with the bytes from which its parts are read.
struct ParsedMessage: ~Copyable {
  private let message: Reference<GMimeMessage>

  /// Nil if there is nothing to parse.
  init?(_ message: [UInt8], _ options: ParserOptions) {
    let bytes = MessageBounds.apply(to: message)
    let stream = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { g_mime_stream_mem_new_with_buffer($0.baseAddress, $0.count) }
    }
    guard !bytes.isEmpty, let stream = Reference(stream),
      let parser = Reference(g_mime_parser_new_with_stream(stream.pointer))
    else { return nil }
    g_mime_parser_set_format(parser.pointer, GMIME_FORMAT_MESSAGE)
    // Contents stay where they are, and are decoded when somebody asks for them.
    g_mime_parser_set_persist_stream(parser.pointer, 1)
    guard let message = Reference(g_mime_parser_construct_message(parser.pointer, options.pointer)) else {
      return nil
    }
    self.message = message
  }

  var pointer: UnsafeMutablePointer<GMimeMessage> { message.pointer }
}

/// A message's own header, lent by the owner of the message.
struct MessageHeader {
  let message: UnsafeMutablePointer<GMimeMessage>
  let options: ParserOptions

  /// The first field of the name, decoded, on one line and without invisible characters; nil for an empty one.
  func text(_ name: String) -> String? {
    GMime.text(g_mime_object_get_header(daybook_object(message), name)).flatMap(SeenText.line)
  }

  /// The first field of the name as written; undeclared bytes beyond ASCII are decoded by ``Charset``.
  func raw(_ name: String) -> String? {
    guard let fields = g_mime_object_get_header_list(daybook_object(message)),
      let field = g_mime_header_list_get_header(fields, name), let value = g_mime_header_get_raw_value(field)
    else { return nil }
    return Charset.decode(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  var subject: String? { raw("Subject").flatMap { SeenText.line(EncodedWords.decode($0)) } }

  /// The name of every field, in lower case; GMime keeps those of the content with the content.
  var names: [String] {
    let body = g_mime_message_get_mime_part(message)
    return [
      g_mime_object_get_header_list(daybook_object(message)),
      body.flatMap { g_mime_object_get_header_list($0) },
    ]
    .flatMap { Self.names(of: $0) }
  }

  private static func names(of fields: UnsafeMutablePointer<GMimeHeaderList>?) -> [String] {
    guard let fields else { return [] }
    return (0..<max(0, min(g_mime_header_list_get_count(fields), fieldsMax))).compactMap {
      GMime.text(g_mime_header_get_name(g_mime_header_list_get_header_at(fields, $0)))?.lowercased()
    }
  }

  private static let fieldsMax: Int32 = 1000
}
