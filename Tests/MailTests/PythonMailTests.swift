import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookMail
@testable import SAM

/// Threads and attachments beside another reader's: Python's `email`, over real mails.
@Suite struct PythonMailTests {
  private struct Other: Decodable {
    /// Message-IDs, without angle brackets.
    var answered: [String]
    var references: [String]
    /// SHA-256 of the decoded content of every part that is not a text or has a file name.
    var parts: [String]
    /// Of those that are called attachments, and hold bytes.
    var attachments: [String]
  }

  private static let script = """
    import email, email.policy, hashlib, json, re, sys
    def ids(text): return re.findall(r"<([^<>]*)>", re.sub(r"\\s", "", text or ""))
    for path in sys.argv[1:]:
        data = open(path, "rb").read()
        if data.startswith(b"From "): data = data.split(b"\\n", 1)[1]
        message = email.message_from_bytes(data, policy=email.policy.compat32)
        parts, attachments = [], []
        for part in message.walk():
            if part.is_multipart(): continue
            content = part.get_payload(decode=True) or b""
            digest = hashlib.sha256(content).hexdigest()
            parts.append(digest)
            if part.get_content_disposition() == "attachment" and content and not part.get_content_type().endswith("signature"):
                attachments.append(digest)
        print(json.dumps({"answered": ids(str(message.get("In-Reply-To") or "")), "references": ids(str(message.get("References") or "")),
            "parts": parts, "attachments": attachments}))
    """

  @Test(.realData("eml"), .tools("python3")) func realMails() async throws {
    let files = try RealMail.files("eml")
    let folder = try TemporaryFolder()
    try Data(Self.script.utf8).write(to: URL(filePath: folder.path + "/read.py"))
    try Data(files.joined(separator: "\0").utf8).write(to: URL(filePath: folder.path + "/files"))
    try await folder.run("sh", "-c", "xargs -0 -n 100000 python3 read.py < files > lines")
    let lines = try String(contentsOfFile: folder.path + "/lines", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == files.count)
    let reader = MessageReader()
    var counts = (attachments: 0, known: 0, expected: 0, found: 0, threads: 0)
    for (file, line) in zip(files, lines) {
      let other = try JSONDecoder().decode(Other.self, from: Data(line.utf8))
      var bytes = try RealMail.bytes(file)
      if bytes.starts(with: "From ".utf8), let end = bytes.firstIndex(of: 0x0a) { bytes.removeFirst(end + 1) }
      guard let message = reader.read(bytes)?.message else { continue }
      let own = Set(message.attachments.compactMap { $0.content.map { DataValue.hash(of: $0) } })
      counts.attachments += own.count
      counts.known += own.intersection(other.parts).count
      counts.expected += Set(other.attachments).count
      counts.found += own.intersection(other.attachments).count
      // Of delivery reports Python makes messages; uuencoded files it leaves in their text.
      let alike = message.attachments.filter {
        $0.mediaType != "message/delivery-status" && $0.name != ".signature"
      }
      let hashes = Set(alike.compactMap { $0.content.map { DataValue.hash(of: $0) } })
      guard !Self.takenApartOtherwise.contains(where: { file.hasSuffix($0) }) else { continue }
      #expect(hashes.isSubset(of: other.parts), "\(file)")
      #expect(own.isSuperset(of: other.attachments), "\(file)")
      let thread = other.references.first ?? other.answered.first
      if thread != nil { counts.threads += 1 }
      #expect(message.threadID == thread || thread?.isEmpty == true, "\(file)")
    }
    print(
      "real mails: \(counts.known) of \(counts.attachments) files are the other reader's, \(counts.found) of its \(counts.expected) attachments are here, \(counts.threads) threads"
    )
  }

  /// Messages whose boundaries are damaged, or whose base64 Python leaves as it is.
  private static let takenApartOtherwise = [
    "multi-2gifs-base64.msg", "multi-badnames.msg", "multi-frag.msg", "twopart.msg",
    "japanese_attachment_long_name.eml",
  ]
}
