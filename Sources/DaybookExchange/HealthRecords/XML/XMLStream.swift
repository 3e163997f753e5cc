// The interface to libxml2's push parser: it takes bytes as they come, reports elements, and keeps nothing. A document
// type is removed before the parser sees it: some versions of phones write broken ones, and without one no entity can
// be declared, so nothing in a file can expand.

import CXml2
import DaybookText

/// Receives the elements of a stream. The arguments are valid only during the call.
protocol XMLReceiver: AnyObject {
  func start(_ name: UnsafePointer<UInt8>, _ attributes: XMLAttributes)
  func end(_ name: UnsafePointer<UInt8>)
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// The attributes of one element.
struct XMLAttributes {
  fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  let count: Int

  /// By place: local name, and value as the parser hands it over; see ``text(of:)``.
  func name(_ index: Int) -> UnsafePointer<UInt8>? { pointers?[index * 5] }

  func value(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start = pointers?[index * 5 + 3], let end = pointers?[index * 5 + 4], end >= start else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(start: start, count: end - start)
  }

  /// All of them, as texts.
  var texts: [(name: String, value: String)] {
    (0..<count).compactMap { index in name(index).map { (String(cString: $0), Self.text(of: value(index))) } }
  }

  /// A value as it is in the file. The parser resolves references except to an ampersand, which it hands over as
  /// `&#38;` in whichever form it came. To let it resolve all of them would let it open what entities name.
  static func text(of value: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: value, as: UTF8.self)
    return value.contains(UInt8(ascii: "&")) ? text.replacing("&#38;", with: "&") : text
  }

  /// A value in the form from which ids are derived: with `&#38;` for an ampersand, as in all earlier versions.
  static func identity(_ text: String) -> String { text.replacing("&", with: "&#38;") }
}

/// Why a file is not XML, or is XML that is not read here.
struct XMLFailure: Error {
  var reason: String
  var line: Int
}

/// A parser that is fed piece by piece.
final class XMLStream {
  private let context: xmlParserCtxtPtr
  private let receiver: any XMLReceiver
  private var filter = XMLFilter()
  private(set) var failure: XMLFailure?

  init(_ receiver: any XMLReceiver) throws(XMLFailure) {
    self.receiver = receiver
    var handler = xmlSAXHandler()
    handler.initialized = XML_SAX2_MAGIC
    handler.startElementNs = { user, name, _, _, _, _, count, _, attributes in
      guard let user, let name else { return }
      XMLStream.at(user).receiver.start(name, XMLAttributes(pointers: attributes, count: Int(count)))
    }
    handler.endElementNs = { user, name, _, _ in
      guard let user, let name else { return }
      XMLStream.at(user).receiver.end(name)
    }
    handler.characters = { user, text, count in
      guard let user, let text, count > 0 else { return }
      XMLStream.at(user).receiver.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    handler.cdataBlock = handler.characters
    handler.serror = { user, error in
      guard let user, let error else { return }
      XMLStream.at(user).note(error.pointee)
    }
    guard let made = xmlCreatePushParserCtxt(&handler, nil, nil, 0, nil) else {
      throw XMLFailure(reason: "there is not enough memory to read it", line: 1)
    }
    context = made
    xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue))
    made.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    if context.pointee.myDoc != nil { xmlFreeDoc(context.pointee.myDoc) }
    xmlFreeParserCtxt(context)
  }

  private static func at(_ user: UnsafeMutableRawPointer) -> XMLStream {
    Unmanaged<XMLStream>.fromOpaque(user).takeUnretainedValue()
  }

  private func note(_ error: xmlError) {
    guard failure == nil, error.level == XML_ERR_FATAL || error.level == XML_ERR_ERROR else { return }
    // A namespace that nobody declared is a name like any other here.
    guard error.domain != Int32(XML_FROM_NAMESPACE.rawValue) else { return }
    let text = error.message.map { String(cString: $0) } ?? "no XML"
    failure = XMLFailure(
      reason: text.singleSpaced,
      line: max(1, Int(error.line) + filter.cutLines))
  }

  /// The line that is being read.
  var line: Int { max(1, Int(xmlSAX2GetLineNumber(context)) + filter.cutLines) }

  /// Takes the next bytes; none are the end. False once something is wrong: see ``failure``.
  func feed(_ bytes: [UInt8]) -> Bool {
    guard failure == nil else { return false }
    do throws(XMLFailure) {
      let isEnd = bytes.isEmpty
      let passed = isEnd ? try filter.finish() : try filter.pass(bytes)
      passed.withUnsafeBytes { buffer in
        let pointer = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        if !buffer.isEmpty || isEnd {
          _ = xmlParseChunk(context, pointer, Int32(buffer.count), isEnd ? 1 : 0)
        }
      }
    } catch { failure = XMLFailure(reason: error.reason, line: line) }
    if failure == nil, context.pointee.wellFormed == 0, context.pointee.nsWellFormed != 0 {
      failure = XMLFailure(reason: "it is not well-formed XML", line: line)
    }
    return failure == nil
  }
}
