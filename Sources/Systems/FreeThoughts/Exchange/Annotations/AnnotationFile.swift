import Daybook

/// Reads a file of Web Annotations: one, a page or collection of them, or an array of such.
enum AnnotationFile {
  /// Within an event, it is some levels deeper.
  private static let depthMax = JSONLimit.depthMax - 8

  static func read(_ bytes: [UInt8], file: String) -> ReadNotes {
    var read = ReadNotes()
    var bytes = bytes
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      read.skip(file, line(of: error.offset, in: bytes), problem(error, bytes))
      return read
    }
    for document in value.array ?? [value] { add(document, file, to: &read) }
    if value.array?.isEmpty == true { read.skip(file, 1, "there is no annotation in this file") }
    return read
  }

  private static func add(_ value: JSONValue, _ file: String, to read: inout ReadNotes) {
    guard let object = value.object else {
      return read.skip(file, 1, "an annotation must be an object")
    }
    if let content = HypothesisFile.content(object) {
      if content.annotations.isEmpty { read.skip(file, 1, "there is no annotation in this file") }
      for annotation in content.annotations { add(.object(annotation), file, to: &read) }
      if content.missing > 0 {
        read.note(
          file, 1,
          "the search found \(content.missing) more than this answer holds: fetch them with offset=\(content.annotations.count)"
        )
      }
      return
    }
    if OwnAnnotation.isExport(object) {
      for item in OwnAnnotation.items(object) { add(item, file, to: &read) }
      return
    }
    if let own = OwnAnnotation.read(object) {
      switch own {
      case .success(let carried): read.entries.append(.init(content: .own(carried), file: file, line: 1))
      case .failure(let problem): read.skip(file, 1, name(object) + problem.text)
      }
      return
    }
    if let problem = checked(object, file, &read) { return read.skip(file, 1, name(object) + problem) }
    read.entries.append(.init(content: .foreign(object), file: file, line: 1))
  }

  /// The errors of the object; a collection's annotations are then checked one by one.
  private static func checked(
    _ object: JSONObject, _ file: String, _ read: inout ReadNotes
  ) -> String? {
    var check = AnnotationCheck()
    check.document(object)
    if let problem = check.sentence { return problem }
    if let remark = check.remark { read.note(file, 1, name(object) + remark) }
    for item in AnnotationContainer.items(object) {
      var check = AnnotationCheck()
      check.annotation(item, "")
      if let problem = check.sentence { return name(item) + problem }
      if let problem = limits(item) { return name(item) + problem }
    }
    // Its own members remain when its annotations are kept separately.
    return limits(AnnotationContainer.taking(object) { _ in .null })
  }

  private static func limits(_ object: JSONObject) -> String? {
    let value = JSONValue.object(object)
    if depth(value) > depthMax { return "is nested deeper than \(depthMax) levels" }
    let sizeBytes = value.canonicalBytes.count
    return sizeBytes > CarriedEntity.sizeBytesMax
      ? "has \(sizeBytes) bytes, more than the \(CarriedEntity.sizeBytesMax) that can be kept" : nil
  }

  private static func depth(_ value: JSONValue) -> Int {
    switch value {
    case .array(let values): 1 + (values.map(depth).max() ?? 0)
    case .object(let object): 1 + (object.members.map { depth($0.value) }.max() ?? 0)
    default: 0
    }
  }

  /// The annotation's own name, for messages.
  private static func name(_ object: JSONObject) -> String {
    object["id"]?.string.map { OneLine.cut($0, countMax: 80) + ": " } ?? ""
  }

  private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  private static func problem(_ error: JSONError, _ bytes: [UInt8]) -> String {
    let before = bytes.prefix(error.offset).last { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    let isClosing =
      error.offset < bytes.count && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(bytes[error.offset])
    if isClosing, before == UInt8(ascii: ",") {
      return "not JSON: there is a comma before the closing bracket (byte \(error.offset))"
    }
    return "no JSON: \(error.reason.rawValue) (byte \(error.offset))"
  }
}

/// The annotations in a page or a collection.
enum AnnotationContainer {
  static func isContainer(_ object: JSONObject) -> Bool {
    AnnotationCheck.isOf("AnnotationCollection", object) || AnnotationCheck.isOf("AnnotationPage", object)
  }

  /// The annotations that it contains whole, in order.
  static func items(_ object: JSONObject) -> [JSONObject] {
    var found: [JSONObject] = []
    _ = taking(object) { item in
      found.append(item)
      return .object(item)
    }
    return found
  }

  /// The container with each annotation replaced.
  static func taking(_ object: JSONObject, _ replace: (JSONObject) -> JSONValue) -> JSONObject {
    guard isContainer(object) else { return object }
    var object = object
    if let items = object["items"]?.array { object["items"] = .array(items.map { replaced($0, replace) }) }
    for name in ["first", "last"] {
      if let page = object[name]?.object, page["items"] != nil {
        object[name] = .object(taking(page, replace))
      }
    }
    return object
  }

  private static func replaced(_ item: JSONValue, _ replace: (JSONObject) -> JSONValue) -> JSONValue {
    item.object.map(replace) ?? item
  }
}
