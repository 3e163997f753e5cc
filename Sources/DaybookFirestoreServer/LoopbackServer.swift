import DaybookModel
import Messaging
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The server behind HTTP, on this machine's loopback address alone. Anyone who has the secret chooses the user with
/// the token: it is for trials and tests.
package final class LoopbackServer: Sendable {
  private let channel: any Channel
  private let secret: String
  private let emulator: FirestoreEmulator

  package var port: Int { channel.localAddress?.port ?? 0 }
  package var url: String { "http://127.0.0.1:\(port)/v1/\(FirestoreEmulator.database)" }

  package func token(of user: String) -> String { "\(secret).\(user)" }

  /// - Parameters:
  ///   - folder: the folder for its data; nil keeps the data in memory, until the process ends.
  ///   - port: the port; 0 for one that the system chooses.
  package init(folder: String?, port: Int) async throws {
    var journal: FirestoreJournal?
    if let folder { journal = try FirestoreJournal(path: folder) }
    let secret =
      journal?.secret
      ?? (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    let emulator = try FirestoreEmulator(clock: Self.now, journal: journal)
    (self.secret, self.emulator) = (secret, emulator)
    do {
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(LoopbackHandler(emulator, secret: secret))
          }
        }
        .bind(host: "127.0.0.1", port: port).get()
    } catch let error as IOError {
      throw LedgerError(
        .unreachable, "port \(port) cannot be used (\(String(cString: strerror(error.errnoCode))))",
        advice: "give another one with --port, or none")
    }
  }

  package func untilClosed() async throws { try await channel.closeFuture.get() }

  /// Connections that are still open get no further answer.
  package func close() async throws {
    try await channel.close().get()
    emulator.journal?.close()
  }

  private static func now() -> ServerTime {
    var time = timespec()
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return ServerTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

/// Reads a whole request and answers it.
private final class LoopbackHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// An attachment, with room for its headers.
  private static let sizeBytesMax = RemoteObject.sizeBytesMax + 1 << 20

  private let emulator: FirestoreEmulator
  private let secret: String
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  init(_ emulator: FirestoreEmulator, secret: String) { (self.emulator, self.secret) = (emulator, secret) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): (self.head, body) = (head, [])
    case .body(let buffer):
      guard body.count + buffer.readableBytes <= Self.sizeBytesMax else { return context.close(promise: nil) }
      body += Array(buffer.readableBytesView)
    case .end:
      guard let head else { return context.close(promise: nil) }
      let request = FirestoreEmulator.Request(
        method: head.method.rawValue, uri: head.uri,
        authorization: head.headers.first(name: "Authorization"), body: body)
      (self.head, body) = (nil, [])
      send(emulator.answer(request) { user(of: $0) }, context)
    }
  }

  /// `SECRET.USER`; nil for a token without the secret.
  private func user(of token: String) -> String? {
    let prefix = Array((secret + ".").utf8)
    let bytes = Array(token.utf8)
    guard bytes.count > prefix.count else { return nil }
    // Always compares all bytes, wherever they differ.
    let difference = zip(bytes, prefix).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    return difference == 0 ? String(decoding: bytes[prefix.count...], as: UTF8.self) : nil
  }

  private func send(_ answer: FirestoreEmulator.Answer, _ context: ChannelHandlerContext) {
    var head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status))
    head.headers.add(name: "Content-Length", value: String(answer.body.count))
    for (name, value) in answer.headers { head.headers.add(name: name, value: value) }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
