import DaybookModel
import MessagingTestSupport
import NIOHTTP1
import Testing

@testable import DaybookFirestore
@testable import DaybookFirestoreServer
@testable import Messaging

/// The requests and values as Firestore's reference has them, written out.
struct FirestoreWireTests {
  private static let base = "https://firestore.googleapis.com/v1/projects/p/databases/(default)/documents"

  /// What is sent for a write, first of all.
  private func sent(_ write: RemoteWrite) async throws -> (uri: String, body: JSONValue) {
    let server = try await EmulatorServer()
    _ = try? await FirestoreClients(url: server.url).write(write, by: "ann")
    let request = try #require(server.requests.first)
    #expect(request.method == .POST)
    #expect(request.headers["Content-Type"] == ["application/json"])
    return (request.uri, try JSONParser.parse(request.body))
  }

  @Test func aCreationRefusesWhatIsThere() async throws {
    let path = try RemoteStoreContract.path("conversations/c1/messages/m1")
    let (uri, body) = try await sent(
      .create(
        path,
        ["senderID": "ann", "createdAt": "2026-11-21T06:13:00.123Z", "text": "2026-11-21T06:13:00.123Z"]))
    #expect(uri == "/v1/projects/demo/databases/(default)/documents:commit")
    let expected: JSONValue = [
      "writes": [
        [
          "update": [
            "name": "projects/demo/databases/(default)/documents/conversations/c1/messages/m1",
            "fields": [
              "senderID": ["stringValue": "ann"], "createdAt": ["timestampValue": "2026-11-21T06:13:00.123Z"],
              "text": ["stringValue": "2026-11-21T06:13:00.123Z"],
            ],
          ],
          "updateMask": ["fieldPaths": ["createdAt", "senderID", "text"]],
          "updateTransforms": [["fieldPath": "serverTime", "setToServerValue": "REQUEST_TIME"]],
          "currentDocument": ["exists": false],
        ]
      ]
    ]
    #expect(body == expected)
  }

  @Test func aChangeNamesItsFields() async throws {
    let path = try RemoteStoreContract.path("conversations/c1")
    let time = try #require(ServerTime("2026-11-21T06:13:00.123456000Z"))
    let write = RemoteWrite(
      path, set: ["a `b\\": 1], adding: ["participantIDs": ["cleo"]], removing: ["other": [1]],
      precondition: .revision(time))
    let expected: JSONValue = [
      "writes": [
        [
          "update": [
            "name": "projects/demo/databases/(default)/documents/conversations/c1",
            "fields": ["a `b\\": ["integerValue": "1"]],
          ],
          "updateMask": ["fieldPaths": ["`a \\`b\\\\`"]],
          "updateTransforms": [
            ["fieldPath": "participantIDs", "appendMissingElements": ["values": [["stringValue": "cleo"]]]],
            ["fieldPath": "other", "removeAllFromArray": ["values": [["integerValue": "1"]]]],
            ["fieldPath": "serverTime", "setToServerValue": "REQUEST_TIME"],
          ],
          "currentDocument": ["updateTime": "2026-11-21T06:13:00.123456000Z"],
        ]
      ]
    ]
    #expect(try await sent(write).body == expected)
  }

  @Test func aQueryAsksForWhatIsNewer() {
    let query = FirestoreQuery(
      collection: "conversations", member: "ann", since: ServerTime(seconds: 0),
      after: (ServerTime(seconds: 1), "projects/p/x"), limit: 5)
    let expected: JSONValue = [
      "structuredQuery": [
        "from": [["collectionId": "conversations"]],
        "where": [
          "compositeFilter": [
            "op": "AND",
            "filters": [
              [
                "fieldFilter": [
                  "field": ["fieldPath": "participantIDs"], "op": "ARRAY_CONTAINS",
                  "value": ["stringValue": "ann"],
                ]
              ],
              [
                "fieldFilter": [
                  "field": ["fieldPath": "serverTime"], "op": "GREATER_THAN_OR_EQUAL",
                  "value": ["timestampValue": "1970-01-01T00:00:00.000000000Z"],
                ]
              ],
            ],
          ]
        ],
        "orderBy": [
          ["field": ["fieldPath": "serverTime"], "direction": "ASCENDING"],
          ["field": ["fieldPath": "__name__"], "direction": "ASCENDING"],
        ],
        "startAt": [
          "values": [
            ["timestampValue": "1970-01-01T00:00:01.000000000Z"], ["referenceValue": "projects/p/x"],
          ],
          "before": false,
        ],
        "limit": 5,
      ]
    ]
    #expect(query.json == expected)
  }

  @Test(
    arguments: [
      (["nullValue": .null], .null), (["booleanValue": true], true),
      (["integerValue": "-9223372036854775808"], .int(.min)),
      (["integerValue": 5], 5), (["integerValue": "9223372036854775808"], .null), (["doubleValue": 0.5], 0.5),
      (["doubleValue": "NaN"], .null), (["doubleValue": 3], 3), (["stringValue": "a"], "a"),
      (["bytesValue": "AQI="], "AQI="),
      (["referenceValue": "projects/p"], "projects/p"),
      (["timestampValue": "2026-11-21T06:13:00Z"], "2026-11-21T06:13:00.000Z"),
      (["timestampValue": "2026-11-21T06:13:00.123456Z"], "2026-11-21T06:13:00.123Z"),
      (["timestampValue": "soon"], "soon"),
      (["timestampValue": "2026-11-21T06:13:00.1234567890Z"], "2026-11-21T06:13:00.1234567890Z"),
      (["arrayValue": [:]], []), (["arrayValue": ["values": [["integerValue": "1"], 7]]], [1, .null]),
      (["mapValue": [:]], [:]), (["mapValue": ["fields": ["a": ["booleanValue": false]]]], ["a": false]),
      (["geoPointValue": ["latitude": 1, "longitude": 2]], ["latitude": 1, "longitude": 2]),
      (["newValue": 1], .null),
      (5, .null), ([:], .null), (["stringValue": "a", "integerValue": "1"], .null),
    ] as [(JSONValue, JSONValue)])
  func valuesAreRead(value: JSONValue, expected: JSONValue) {
    #expect(FirestoreValue.decoded(value) == expected)
  }

  @Test func whatFirestoreDoesNotKeepIsInvalid() throws {
    #expect(throws: RemoteStoreError.self) { try FirestoreValue.encoded([[1]]) }
    var deep: JSONValue = 1
    for _ in 0..<30 { deep = ["a": deep] }
    #expect(throws: RemoteStoreError.self) { try FirestoreValue.encoded(deep) }
    #expect(try FirestoreValue.decoded(FirestoreValue.encoded([["a": [1]]])) == [["a": [1]]])
  }

  @Test func aPathAndItsAddressAreOneToOne() throws {
    let endpoint = try FirestoreEndpoint(Self.base + "/")
    let path = try RemoteStoreContract.path("users/a b%é")
    #expect(endpoint.url("commit") == Self.base + ":commit")
    #expect(endpoint.url("runQuery", under: path) == Self.base + "/users/a%20b%25%C3%A9:runQuery")
    #expect(endpoint.name(of: path) == "projects/p/databases/(default)/documents/users/a b%é")
    #expect(endpoint.path(ofName: endpoint.name(of: path)) == path)
    #expect(endpoint.path(ofName: "projects/q/databases/(default)/documents/users/a") == nil)
    #expect(endpoint.objectsURL == "https://firestore.googleapis.com/v0/b/p.appspot.com/o")
    let own = try FirestoreEndpoint(Self.base, objects: "https://firebasestorage.googleapis.com/v0/b/x/o/")
    let object = try #require(RemoteObject(conversation: "c/1".replacing("/", with: "-"), bytes: []))
    #expect(
      own.url(of: object).hasPrefix(
        "https://firebasestorage.googleapis.com/v0/b/x/o/conversations%2Fc-1%2Fattachments%2Fe3b0"))
  }

  @Test(arguments: [
    "", "nonsense", "https://", "ftp://h/v1/projects/p/databases/d/documents", "https://h",
    "https://h/v1/projects/p",
    "https://h/v1/projects//databases/d/documents", "https://u:p@h/v1/projects/p/databases/d/documents",
    "https://h/v1/projects/p/databases/d/documents?key=1",
    "https://h/v1/projects/p/databases/d/documents/users",
    "https://h/v1/projects/p/databases/d/documents#x", "/v1/projects/p/databases/d/documents",
  ])
  func whatIsNoAddress(url: String) {
    #expect {
      _ = try FirestoreEndpoint(url)
    } throws: {
      ($0 as? LedgerError)?.code == .usage
    }
  }

  /// A secret does not go over the wire in the clear, but on one's own machine.
  @Test func tokensGoEncrypted() throws {
    let path = "/v1/projects/p/databases/d/documents"
    for host in [
      "http://example.org", "http://localhost.example.org", "http://10.0.0.1:80", "http://127.example.org",
      "http://127.0.0.1.org",
    ] {
      let endpoint = try FirestoreEndpoint(host + path)
      #expect(throws: LedgerError.self) { try FirestoreRemoteStore(endpoint, token: "secret") }
      #expect(throws: Never.self) { try FirestoreRemoteStore(endpoint, token: nil) }
    }
    for host in ["https://example.org", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:80"] {
      let endpoint = try FirestoreEndpoint(host + path)
      #expect(throws: Never.self) { try FirestoreRemoteStore(endpoint, token: "secret") }
      for token in ["a b", "a\r\nX: y", "é"] {
        #expect(throws: LedgerError.self) { try FirestoreRemoteStore(endpoint, token: token) }
      }
    }
    let mixed = try FirestoreEndpoint("https://example.org" + path, objects: "http://example.org/o")
    #expect(throws: LedgerError.self) { try FirestoreRemoteStore(mixed, token: "secret") }
  }

  @Test(arguments: [
    "", "{}", "nonsense", #"{"at":{"conversations/../x":"2026-11-21T06:13:00.123456789Z"}}"#,
    #"{"next":{"collection":"users/ben/faqs"}}"#, #"{"next":{"collection":"rooms"}}"#, #"{"at":5,"next":[]}"#,
  ])
  func foreignCursorsLeadNowhere(text: String) async throws {
    let server = try await EmulatorServer()
    let contract = RemoteStoreContract(side: FirestoreClients(url: server.url))
    try await contract.converse()
    let told = try await contract.all("ben", since: RemoteCursor(text)).changes
    #expect(told.map(\.path.description) == ["conversations/c1"])
    for request in server.requests { #expect(!request.uri.contains("..") && !request.uri.contains("rooms")) }
  }
}
