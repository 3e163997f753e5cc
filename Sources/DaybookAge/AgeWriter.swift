/// An age file that is written while its content arrives, in memory that does not grow with it.
package struct AgeWriter: Sendable {
  private let writer: AgePayload.Writer
  /// The header and the nonce, until they are written.
  private var beginning: [UInt8]
  private var waiting: [UInt8] = []
  private var index = 0

  /// - Parameter random: returns this many random bytes.
  package init(
    to recipients: [AgeRecipient], random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(AgeError) {
    (beginning, writer) = try AgeFile.begin(to: recipients, random: random)
  }

  /// Adds bytes of the content, and returns the bytes of the file that are now ready.
  package mutating func push(_ content: [UInt8]) -> [UInt8] {
    var file = beginning
    beginning = []
    waiting += content
    // The last chunk is marked, so a full chunk is held back until more content arrives.
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
