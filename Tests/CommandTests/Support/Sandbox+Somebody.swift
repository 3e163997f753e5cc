import DaybookTestSupport
import Foundation

extension Sandbox {
  /// What to put before a command so that rights bind it. They do not bind root: there the commands run as nobody, who is
  /// given the folder.
  func asSomebody() throws -> String {
    guard geteuid() == 0 else { return "" }
    _ = try shell("chown -R 65534:65534 '\(path)'")
    return "setpriv --reuid=65534 --regid=65534 --clear-groups"
  }
}
