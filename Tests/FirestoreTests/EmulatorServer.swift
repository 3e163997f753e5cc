import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

@testable import DaybookFirestore
@testable import DaybookFirestoreServer

/// The emulator behind HTTP on 127.0.0.1, at a port of the system's choosing. NIO's own loop closes the listener.
final class EmulatorServer: Sendable {
  struct Request: Sendable {
    var method: HTTPMethod
    var uri: String
    var headers: HTTPHeaders
    var body: [UInt8]
  }

  /// What is to be sent, and then; nil sends nothing.
  struct Reply: Sendable {
    var answer: FirestoreEmulator.Answer?
    /// Bytes of the body that are promised and do not come.
    var missing = 0
    var isClosing = false
  }

  let emulator: FirestoreEmulator
  let faults: HTTPFaults
  private let channel: any Channel
  private let seen = Mutex<[Request]>([])
  private let late = Mutex<[(due: Int, request: Request)]>([])

  var port: Int { channel.localAddress?.port ?? 0 }
  var url: String { "http://127.0.0.1:\(port)/v1/\(FirestoreEmulator.database)" }
  var requests: [Request] { seen.withLock { $0 } }

  init(_ emulator: FirestoreEmulator = FirestoreEmulator(), faults: HTTPFaults = HTTPFaults()) async throws {
    (self.emulator, self.faults) = (emulator, faults)
    let box = Weak()
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 64)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(EmulatorHandler { request in box.server?.reply(to: request) })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    box.set(self)
  }

  deinit { channel.close(promise: nil) }

  private final class Weak: Sendable {
    private struct Reference { weak var server: EmulatorServer? }
    private let reference = Mutex(Reference())
    var server: EmulatorServer? { reference.withLock { $0.server } }
    func set(_ server: EmulatorServer) { reference.withLock { $0.server = server } }
  }

  /// Lets what is still on its way arrive.
  func deliverLate() {
    let rest = late.withLock { list -> [(due: Int, request: Request)] in
      defer { list = [] }
      return list
    }
    for (_, request) in rest { _ = answer(request) }
  }

  private func reply(to request: Request) -> Reply {
    let count = seen.withLock { seen in
      seen.append(request)
      return seen.count
    }
    let due = late.withLock { list -> [(due: Int, request: Request)] in
      defer { list.removeAll { $0.due <= count } }
      return list.filter { $0.due <= count }
    }
    for (_, request) in due { _ = answer(request) }
    switch faults.next() {
    case .cutBefore: return Reply(isClosing: true)
    case .cutAfter:
      _ = answer(request)
      return Reply(isClosing: true)
    case .status(let status, let retryAfter):
      var answer = FirestoreEmulator.Answer.error(status, "UNAVAILABLE")
      if let retryAfter { answer.headers.append(("Retry-After", retryAfter)) }
      return Reply(answer: answer)
    case .silence:
      _ = answer(request)
      return Reply()
    case .truncated:
      var answer = answer(request)
      let missing = answer.body.count - answer.body.count / 2
      answer.body.removeLast(missing)
      return Reply(answer: answer, missing: max(1, missing), isClosing: true)
    case .body(let text):
      _ = answer(request)
      return Reply(answer: FirestoreEmulator.Answer(bytes: Array(text.utf8)))
    case .duplicate:
      let first = answer(request)
      _ = answer(request)
      return Reply(answer: first)
    case .late(let after):
      late.withLock { $0.append((count + after, request)) }
      return Reply(isClosing: true)
    case .redirect(let place):
      var answer = FirestoreEmulator.Answer.error(307, "REDIRECT")
      answer.headers.append(("Location", place))
      return Reply(answer: answer)
    case nil: return Reply(answer: answer(request))
    }
  }

  /// The token `token-ann` is Ann's.
  private func answer(_ request: Request) -> FirestoreEmulator.Answer {
    let asked = FirestoreEmulator.Request(
      method: request.method.rawValue, uri: request.uri,
      authorization: request.headers.first(name: "Authorization"), body: request.body)
    return emulator.answer(asked) { $0.hasPrefix("token-") ? String($0.dropFirst("token-".count)) : nil }
  }
}

/// Takes a request whole and sends what there is to send.
private final class EmulatorHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let reply: @Sendable (EmulatorServer.Request) -> EmulatorServer.Reply?
  private var request: EmulatorServer.Request?

  init(reply: @escaping @Sendable (EmulatorServer.Request) -> EmulatorServer.Reply?) { self.reply = reply }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      request = EmulatorServer.Request(method: head.method, uri: head.uri, headers: head.headers, body: [])
    case .body(let buffer): request?.body += Array(buffer.readableBytesView)
    case .end:
      guard let request, let reply = reply(request) else { return context.close(promise: nil) }
      self.request = nil
      send(reply, context)
    }
  }

  private func send(_ reply: EmulatorServer.Reply, _ context: ChannelHandlerContext) {
    guard let answer = reply.answer else {
      if reply.isClosing { context.close(promise: nil) }
      return
    }
    var head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status))
    head.headers.add(name: "Content-Length", value: String(answer.body.count + reply.missing))
    for (name, value) in answer.headers { head.headers.add(name: name, value: value) }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
    if reply.missing == 0 { context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
    if reply.isClosing { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
