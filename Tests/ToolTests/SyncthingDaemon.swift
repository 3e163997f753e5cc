import DaybookTestSupport
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A real Syncthing that speaks with its peers on the loopback interface alone: no discovery, no relays, no
/// reports. It ends with this object, and with this process however that ends: a shell watches over it.
final class SyncthingDaemon: Sendable {
  let id: String
  let port: UInt16
  private let home: String
  private let executable: String
  private let end = Mutex<ProcessEnd?>(nil)

  /// Makes keys and an identity in `home`.
  init(_ executable: String, home: String) throws {
    (self.executable, self.home) = (executable, home)
    _ = try Self.run(
      executable, ["generate", "--home", home, "--no-default-folder", "--skip-port-probing"])
    id = try Self.run(executable, ["--home", home, "--device-id"]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    port = try Self.freePort()
  }

  deinit { stop() }

  /// Shares `folder` with the peers.
  func start(sharing folder: String, with peers: [SyncthingDaemon]) throws {
    let devices = [self] + peers
    let configuration = """
      <configuration version="36">
        <folder id="ledger" label="ledger" path="\(folder)" type="sendreceive" rescanIntervalS="2" \
      fsWatcherEnabled="true" fsWatcherDelayS="1" ignorePerms="false" autoNormalize="true">
          <filesystemType>basic</filesystemType>
          \(devices.map { "<device id=\"\($0.id)\"></device>" }.joined())
          <minDiskFree unit="%">0</minDiskFree>
          <order>random</order>
          <maxConflicts>-1</maxConflicts>
          <disableFsync>true</disableFsync>
        </folder>
        \(devices.map(\.device).joined())
        <gui enabled="false"><address>127.0.0.1:0</address></gui>
        <options>
          <listenAddress>tcp://127.0.0.1:\(port)</listenAddress>
          <globalAnnounceEnabled>false</globalAnnounceEnabled>
          <localAnnounceEnabled>false</localAnnounceEnabled>
          <relaysEnabled>false</relaysEnabled>
          <natEnabled>false</natEnabled>
          <startBrowser>false</startBrowser>
          <urAccepted>-1</urAccepted>
          <autoUpgradeIntervalH>0</autoUpgradeIntervalH>
          <crashReportingEnabled>false</crashReportingEnabled>
          <stunKeepaliveStartS>0</stunKeepaliveStartS>
          <reconnectionIntervalS>1</reconnectionIntervalS>
          <progressUpdateIntervalS>-1</progressUpdateIntervalS>
          <setLowPriority>false</setLowPriority>
          <minHomeDiskFree unit="%">0</minHomeDiskFree>
        </options>
      </configuration>
      """
    try configuration.write(toFile: home + "/config.xml", atomically: true, encoding: .utf8)
    try Data().write(to: URL(fileURLWithPath: home + "/run"))
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c",
      """
      home=$1 parent=$2; shift 2
      "$@" >"$home/log" 2>&1 </dev/null & p=$!
      while [ -e "$home/run" ] && kill -0 $parent 2>/dev/null && kill -0 $p 2>/dev/null; do sleep 0.2; done
      kill -9 $p 2>/dev/null; wait $p
      """,
      "sh", home, "\(getpid())",
      executable, "serve", "--home", home, "--no-browser", "--no-restart", "--no-upgrade",
    ]
    shell.standardInput = FileHandle.nullDevice
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    shell.environment = ["HOME": home, "PATH": "/usr/bin:/bin", "GOMAXPROCS": "1", "STMONITORED": "yes"]
    let started = try shell.start()
    end.withLock { $0 = started }
  }

  private var device: String {
    """
    <device id="\(id)" name="\(id.prefix(7))" compression="never">
      <address>tcp://127.0.0.1:\(port)</address>
    </device>
    """
  }

  func stop() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    guard let end else { return }
    try? FileManager.default.removeItem(atPath: home + "/run")
    try? end.wait()
  }

  /// What it says, for a failure's message.
  var log: String {
    String(((try? String(contentsOfFile: home + "/log", encoding: .utf8)) ?? "").suffix(3000))
  }

  private static func run(_ executable: String, _ arguments: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let end = try process.start()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    try end.wait()
    return text
  }

  /// A port that nobody listens on now.
  private static func freePort() throws -> UInt16 {
    #if canImport(Glibc)
      let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let number = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, length) == 0 && getsockname(number, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }
}
