import Daybook
import DaybookHealth
import DaybookModel
import DaybookTestSupport
import Foundation
import PurusHealth
import Testing

/// Real files against readers that share nothing with ours: Python's parsers of XML and of JSON.
@Suite struct IndependentReaderTests {
  /// Runs a program over a file; the lines that it writes.
  private static func lines(_ program: String, _ path: String) async throws -> [String] {
    let place = try TemporaryFolder()
    try Data(program.utf8).write(to: URL(filePath: place.path + "/reader.py"))
    try await place.run("sh", "-c", "python3 reader.py \"$1\" > lines", "sh", path)
    let text = try String(contentsOfFile: place.path + "/lines", encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }

  // MARK: Clinical documents

  /// The medicines and vaccines of a document that a code names: section, negation, mood, status, name.
  private static let medicines = """
    import sys, xml.etree.ElementTree as E
    n = '{urn:hl7-org:v3}'
    names = {'10160-0': 'drug', '10183-2': 'drug', '75311-1': 'drug', '42346-7': 'drug', '29549-3': 'drug',
             '11369-6': 'vaccine'}
    for section in E.parse(sys.argv[1]).getroot().iter(n + 'section'):
        code = section.find(n + 'code')
        kind = names.get(code.get('code') if code is not None else None)
        if kind is None: continue
        for entry in section.findall(n + 'entry'):
            for path in ('', n + 'act/' + n + 'entryRelationship/'):
                for act in entry.findall(path + n + 'substanceAdministration'):
                    material = act.find('.//' + n + 'manufacturedMaterial/' + n + 'code')
                    status = act.find(n + 'statusCode')
                    if material is None or material.get('displayName') is None: continue
                    print('\\t'.join([kind, act.get('negationInd', 'false'), act.get('moodCode'),
                          status.get('code', '') if status is not None else '', material.get('displayName')]))
    """

  @Test func clinicalDocuments() async throws {
    var count = 0
    for path in RealFiles.paths("fhir/ccda-hl7", extensions: ["xml"]) {
      let fixture = try await HealthFixture()
      _ = try await fixture.ledger.importAll(CCDAImporter(files: [path], zone: .utc))
      var told: [String] = []
      for kind in [DrugEntry.kind, VaccinationEntry.kind] {
        told += try await fixture.rows(kind).compactMap { $0["name"]?.string }
      }
      for line in try await Self.lines(Self.medicines, path) {
        let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let denial = parts[0] == "drug" ? "Not taken: " : "Not given: "
        let isPlain =
          parts[1] == "false" && parts[3] != "aborted" && (parts[0] == "drug" || parts[2] == "EVN")
        let expected = parts[1] == "true" ? denial + parts[4] : parts[4]
        if parts[1] == "true" || isPlain { #expect(told.contains(expected), "\(path): \(line)") }
        count += 1
      }
    }
    #expect(RealFiles.root == nil || count > 10)
  }

  // MARK: FHIR in XML

  /// JSON as XML by the rules of FHIR, which need to know nothing of what elements mean.
  private static let converter = """
    import glob, json, os, sys
    from xml.sax.saxutils import quoteattr
    class Number(str): pass
    def literal(v): return 'true' if v is True else 'false' if v is False else str(v)
    def attribute(o, k):
        if k == 'id': return 'resourceType' not in o
        return k == 'url' and 'resourceType' not in o and ('extension' in o or any(x.lstrip('_').startswith('value') for x in o))
    def body(o):
        at, kids = '', ''
        for k, v in o.items():
            if k == 'resourceType' or (k[0] == '_' and k[1:] in o): continue
            name = k.lstrip('_')
            if attribute(o, k): at += ' %s=%s' % (k, quoteattr(v)); continue
            if k == 'div': kids += v; continue
            many = v if isinstance(v, list) else [v]
            beside = o.get('_' + name) or []
            beside = beside if isinstance(beside, list) else [beside]
            if k[0] == '_': many = [None] * len(many)
            for i, e in enumerate(many):
                if isinstance(e, dict):
                    a, c = ('', resource(e)) if 'resourceType' in e else body(e)
                else:
                    a = '' if e is None else ' value=%s' % quoteattr(literal(e), {'\\n': '&#10;', '\\t': '&#9;', '\\r': '&#13;'})
                    b, c = body(beside[i]) if i < len(beside) and beside[i] else ('', '')
                    a += b
                kids += '<%s%s>%s</%s>' % (name, a, c, name)
        return at, kids
    def resource(o):
        return '<%s xmlns="http://hl7.org/fhir">%s</%s>' % (o['resourceType'], body(o)[1], o['resourceType'])
    for path in glob.glob(sys.argv[2] + '/*.json'):
        o = json.load(open(path), parse_float=Number, parse_int=Number)
        name = os.path.basename(path)[:-5] + '.xml'
        open(os.path.join(sys.argv[1], name), 'w').write(resource(o))
    """

  /// An entry or a resource without what names its file; a narrative's markup is written in its own way.
  private static func told(_ fixture: HealthFixture) async throws -> Set<String> {
    var told: Set<String> = []
    for kind in FHIRSelection.kinds + [SourceResource.kind] {
      for row in try await fixture.rows(kind) {
        if kind == SourceResource.kind, let text = row["text"]?.string, !text.isEmpty,
          var json = try JSONParser.parse(text).object
        {
          json["text"] = nil
          told.insert(JSONValue.object(json).description)
        } else {
          told.insert(
            "\(row.id) \(["name", "information", "value", "weight", "date", "comment"].map { row[$0] ?? .null })"
          )
        }
      }
    }
    return told
  }

  @Test func resourcesInBothForms() async throws {
    guard let root = RealFiles.root else { return print("skipped: DAYBOOK_REALDATA is not set") }
    let files = root + "/fhir/us-core-examples"
    let (json, xml) = (try await HealthFixture(), try await HealthFixture())
    let folder = try TemporaryFolder()
    try Data(Self.converter.utf8).write(to: URL(filePath: folder.path + "/convert.py"))
    try FileManager.default.createDirectory(atPath: folder.path + "/xml", withIntermediateDirectories: true)
    try await folder.run("python3", "convert.py", folder.path + "/xml", files)
    let receipts = (try await json.importFHIR(files), try await xml.importFHIR(folder.path + "/xml"))
    #expect(receipts.0.counts == receipts.1.counts)
    let (first, second) = (try await Self.told(json), try await Self.told(xml))
    #expect(first.count > 200)
    #expect(first.symmetricDifference(second).sorted().prefix(6) == [])
  }
}
