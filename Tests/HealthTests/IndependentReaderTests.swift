import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// Real files against readers that share nothing with ours: Python's parsers of XML and of JSON,
/// lxml's XPath, and the model of R4B in fhir.resources.
@Suite struct IndependentReaderTests {
  /// Runs a program over a file; the lines that it writes.
  private static func lines(
    _ program: String, _ path: String, by python: String = "python3"
  ) async throws -> [String] {
    let place = try TemporaryFolder()
    try Data(program.utf8).write(to: URL(filePath: place.path + "/reader.py"))
    try await place.run("sh", "-c", "\"$2\" reader.py \"$1\" > lines", "sh", path, python)
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

  @Test(.realData("fhir/ccda-hl7"), .tools("python3")) func clinicalDocuments() async throws {
    var count = 0
    for path in try RealData.paths("fhir/ccda-hl7", extensions: ["xml"]) {
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
    #expect(count > 10)
  }

  /// What problems, allergies, procedures, results and vital signs are called, by XPath: the kind of entry and a name.
  private static let names = """
    import sys
    from lxml import etree
    ns = {'h': 'urn:hl7-org:v3'}
    paths = [
        ('purus.illnessEntry', '11450-4', './/h:entry/h:act/h:entryRelationship/h:observation/h:value/@displayName'),
        ('purus.allergyEntry', '48765-2',
         './/h:entry/h:act/h:entryRelationship/h:observation[not(@negationInd="true")]/h:participant//h:playingEntity/h:code/@displayName'),
        ('purus.medicalHistoryEntry', '47519-4', './h:entry/*/h:code/@displayName'),
        ('purus.bloodEntry', '30954-2', './h:entry/h:organizer/h:component/h:observation/h:code/@displayName'),
        ('purus.bloodEntry', '8716-3', './h:entry/h:organizer/h:component/h:observation/h:code/@displayName'),
    ]
    root = etree.parse(sys.argv[1])
    for kind, code, path in paths:
        for section in root.xpath("//h:section[h:code/@code='%s']" % code, namespaces=ns):
            for name in section.xpath(path, namespaces=ns):
                print(kind + '\\t' + ' '.join(name.split()))
    """

  @Test(.realData("fhir/ccda-hl7"), .python("lxml"))
  func namesByXPath() async throws {
    var count = 0
    for path in try RealData.paths("fhir/ccda-hl7", extensions: ["xml"]) {
      let fixture = try await HealthFixture()
      _ = try await fixture.ledger.importAll(CCDAImporter(files: [path], zone: .utc))
      var told: [String: String] = [:]
      for line in try await Self.lines(Self.names, path, by: Python.path) {
        let parts = line.split(separator: "\t").map(String.init)
        if told[parts[0]] == nil {
          told[parts[0]] = try await fixture.rows(parts[0]).map { row in
            ["name", "information", "comment"].compactMap { row[$0]?.string }.joined(separator: " ")
          }.joined(separator: "\n")
        }
        let isWeight = parts[1].lowercased().contains("weight")
        #expect(isWeight || told[parts[0]]?.contains(parts[1]) == true, "\(path): \(line)")
        count += 1
      }
    }
    #expect(count > 100)
  }

  // MARK: FHIR by its model

  /// Of resources that the model of R4B accepts: what they are called, their value and their day.
  private static let model = """
    import datetime, decimal, glob, json, os, sys
    from fhir.resources.R4B import get_fhir_model_class
    codes = {'Observation': 'code', 'Condition': 'code', 'AllergyIntolerance': 'code', 'Immunization': 'vaccineCode',
             'MedicationRequest': 'medicationCodeableConcept', 'Procedure': 'code', 'DiagnosticReport': 'code'}
    dates = {'Observation': ['effectiveDateTime'], 'Immunization': ['occurrenceDateTime']}
    def resources(o):
        if o['resourceType'] == 'Bundle':
            for entry in o.get('entry', []):
                if 'resource' in entry: yield from resources(entry['resource'])
        else:
            yield o
    def day(value):
        if isinstance(value, datetime.datetime): return value.astimezone(datetime.timezone.utc).date().isoformat()
        return value.isoformat() if isinstance(value, datetime.date) else ''
    for path in sorted(glob.glob(sys.argv[1] + '/*.json')):
        for o in resources(json.load(open(path), parse_float=decimal.Decimal)):
            kind = o['resourceType']
            if kind not in codes or 'id' not in o: continue
            try: model = get_fhir_model_class(kind).model_validate(o)
            except ValueError: continue
            code = getattr(model, codes[kind])
            names = [code.text] + [c.display for c in code.coding or []] if code else []
            quantity = getattr(model, 'valueQuantity', None)
            value = str(quantity.value) if quantity is not None and quantity.value is not None else ''
            days = [day(getattr(model, name)) for name in dates.get(kind, []) if getattr(model, name)]
            print(json.dumps({'key': kind + '/' + model.id, 'names': [n for n in names if n], 'value': value,
                              'day': days[0] if days else ''}))
    """

  /// The name, the value and the day of each entry are those of the resource that it was made of.
  @Test(.realData("fhir/us-core-examples"), .python("fhir.resources"))
  func entriesByTheModel() async throws {
    let files = RealData.path("fhir/us-core-examples")
    let fixture = try await HealthFixture()
    _ = try await fixture.importFHIR(files)
    var entries: [String: Row] = [:]
    for source in try await fixture.rows(SourceResource.kind) {
      guard let kind = source["entryKind"]?.string, !kind.isEmpty, let id = source["entryID"]?.string else {
        continue
      }
      let key = "\(source["resourceType"]?.string ?? "")/\(source["sourceID"]?.string ?? "")"
      entries[key] = try await fixture.ledger.query(Query(kind)).rows.first { $0.id == id }
    }
    var (count, values, days) = (0, 0, 0)
    for line in try await Self.lines(Self.model, files, by: Python.path) {
      let told = try #require(try JSONParser.parse(Array(line.utf8)).object)
      guard let key = told["key"]?.string, let entry = entries[key] else { continue }
      let names = (told["names"]?.array ?? []).compactMap { $0.string.map(Self.spaced) }
      let shown = Self.spaced((entry["name"] ?? entry["information"])?.string ?? "weight")
      #expect(
        names.isEmpty || shown == "weight" || names.contains { shown.hasSuffix($0) }, "\(key): \(shown)")
      count += 1
      if let value = told["value"]?.string, !value.isEmpty, let text = entry["value"]?.string {
        #expect(text.hasPrefix(value), "\(key): \(text), not \(value)")
        values += 1
      }
      if let day = told["day"]?.string, !day.isEmpty, let date = entry["date"]?.string {
        #expect(date.hasPrefix(day), "\(key): \(date), not \(day)")
        days += 1
      }
    }
    #expect(count > 100 && values > 20 && days > 80, "\(count) entries, \(values) values, \(days) days")
  }

  private static func spaced(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
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

  @Test(.realData("fhir/us-core-examples"), .tools("python3")) func resourcesInBothForms() async throws {
    let files = RealData.path("fhir/us-core-examples")
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
