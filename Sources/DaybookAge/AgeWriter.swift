/// An age file that is written as its content comes, in memory that does not grow with it.
package struct AgeWriter: Sendable {
  private let writer: AgePayload.Writer
  /// What begins the file.
  private var beginning: [UInt8]
  private var waiting: [UInt8] = []
  private var index = 0

  /// - Parameter random: gives so many random bytes.
  package init(
    to recipients: [AgeRecipient], random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(AgeError) {
    (beginning, writer) = try AgeFile.begin(to: recipients, random: random)
  }

  /// What of the file is ready once these bytes of the content are known, too.
  package mutating func push(_ content: [UInt8]) -> [UInt8] {
    var file = beginning
    beginning = []
    waiting += content
    // The last chunk is marked: one stays until more comes.
    var start = 0
    while waiting.count - start > AgePayload.chunkSizeBytes {
      writer.encrypt(waiting[start..<start + AgePayload.chunkSizeBytes], index, isLast: false, to: &file)
      (start, index) = (start + AgePayload.chunkSizeBytes, index + 1)
    }
    waiting.removeFirst(start)
    return file
  }

  /// The rest of the file.
  package mutating func finish() -> [UInt8] {
    var file = beginning
    beginning = []
    writer.encrypt(waiting[...], index, isLast: true, to: &file)
    return file
  }
}
