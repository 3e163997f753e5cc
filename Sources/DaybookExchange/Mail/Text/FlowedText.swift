// format=flowed (RFC 3676): a line that ends with a space goes on in the next, if that is quoted as deeply.

enum FlowedText {
  /// The text of a plain part, with its flowed lines joined.
  static func lines(_ text: String, _ type: MediaType) -> String {
    guard type.parameter("format")?.lowercased() == "flowed" else { return text }
    return lines(text, deletesSpace: type.parameter("delsp")?.lowercased() == "yes")
  }

  static func lines(_ text: String, deletesSpace: Bool) -> String {
    var output = ""
    var open: (depth: Int, text: String)?
    func close() {
      guard let line = open else { return }
      output += (line.depth > 0 ? String(repeating: ">", count: line.depth) + " " : "") + line.text + "\n"
      open = nil
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let depth = line.prefix { $0 == ">" }.count
      var content = line.dropFirst(depth)
      // A space that was inserted before text that looks like a quote.
      if content.first == " " { content = content.dropFirst() }
      let isSignature = content == "-- "
      if let line = open, line.depth != depth || isSignature { close() }
      let isFlowed = content.last == " " && !isSignature
      if isFlowed, deletesSpace { content = content.dropLast() }
      if open == nil { open = (depth, "") }
      open?.text += content
      if !isFlowed { close() }
    }
    close()
    return output
  }
}
