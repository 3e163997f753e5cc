/// The place of a frame in a segment's file, and the content size that it states.
package struct FramePlace: Sendable, Equatable {
  package var offset: Int
  package var sizeBytes: Int
  package var contentSizeBytes: Int

  /// The frames from an offset on, as far as their own sizes lead and within what a segment may hold; a
  /// ``SegmentReader`` decides what follows the last of them. O(their blocks).
  package static func all(in file: [UInt8], from offset: Int) -> [FramePlace] {
    var places: [FramePlace] = []
    var (offset, left) = (offset, SegmentLimit.contentSizeBytesMax)
    while offset < file.count, let header = try? FrameHeader(file.span, at: offset),
      (try? header.check(contentMax: left)) != nil, let contentSizeBytes = header.contentSizeBytes,
      let sizeBytes = try? ZstdFrame.sizeBytes(file.span, at: offset)
    {
      places.append(
        FramePlace(offset: offset, sizeBytes: sizeBytes, contentSizeBytes: Int(contentSizeBytes)))
      offset += sizeBytes
      left -= Int(contentSizeBytes)
    }
    return places
  }
}

/// A frame that was unpacked, parsed and hashed by itself, perhaps before what precedes it.
package struct UnpackedFrame: Sendable {
  package var place: FramePlace
  package var content: FrameContent
}

/// Unpacks frames by themselves, keeping its tables between them. Not for two tasks at once.
package struct FrameUnpacker: ~Copyable {
  let decompressor = ZstdDecompressor()

  package init() {}

  /// Nil for a frame that is not sound in itself: ``SegmentReader/next()`` reports what is wrong with it. - Parameter
  /// old: a content that is no longer needed, whose memory is reused.
  package func unpack(_ file: [UInt8], _ place: FramePlace, reusing old: consuming FrameContent?)
    -> UnpackedFrame?
  {
    var content = old ?? FrameContent(bytes: [])
    content.removeAll()
    do throws(FrameError) {
      try decompressor.decompress(
        file.span, at: place.offset, contentMax: place.contentSizeBytes, into: &content.bytes)
    } catch {
      return nil
    }
    guard case .content(let parsed) = FrameContent.parse(alone: content) else { return nil }
    return UnpackedFrame(place: place, content: parsed)
  }
}
