/// Gray pixels, 0 is black.
struct Picture: Equatable {
  let width: Int
  let height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int, background: UInt8) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: background, count: width * height)
  }

  /// The drawing in a page, a pixel a module: the white ground and the black runs that the module writes. Nil for
  /// anything else.
  init?(svg page: String) {
    guard let box = page.firstMatch(of: #/viewBox="0 0 (\d+) (\d+)"/#), let width = Int(box.1),
      let height = Int(box.2), page.contains("<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>"),
      let path = page.firstMatch(of: #/<path fill="#000" d="((?:M\d+ \d+h\d+v1h-\d+z)+)"/>/#)
    else { return nil }
    self.init(width: width, height: height, background: 255)
    for run in path.1.matches(of: #/M(\d+) (\d+)h(\d+)v1h-(\d+)z/#) {
      guard let left = Int(run.1), let top = Int(run.2), let count = Int(run.3), run.3 == run.4,
        left + count <= width, top < height
      else { return nil }
      for column in left..<left + count { self[column, top] = 0 }
    }
  }

  subscript(_ column: Int, _ row: Int) -> UInt8 {
    get { pixels[row * width + column] }
    set { pixels[row * width + column] = newValue }
  }

  /// The picture as a PGM file, each pixel a square of 6.
  var graymap: [UInt8] {
    let scale = 6
    var bytes = Array("P5\n\(width * scale) \(height * scale)\n255\n".utf8)
    for row in 0..<height * scale {
      for column in 0..<width * scale { bytes.append(self[column / scale, row / scale]) }
    }
    return bytes
  }
}
