extension QRCode {
  /// A drawing for a page, with the quiet zone; a unit is a module. The page says how large it is.
  var svg: String {
    let size = size + 2 * Self.quietCount
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges" role="img" aria-label="QR code of the key">
      <rect width="\(size)" height="\(size)" fill="#fff"/>
      <path fill="#000" d="\(path)"/>
      </svg>
      """
  }

  /// A rectangle for each run of dark modules in a row.
  private var path: String {
    var path = ""
    for row in 0..<size {
      var column = 0
      while column < size {
        let start = column
        while isDark(column, row) { column += 1 }
        let count = column - start
        if count > 0 {
          path += "M\(start + Self.quietCount) \(row + Self.quietCount)h\(count)v1h-\(count)z"
        }
        column += 1
      }
    }
    return path
  }
}
