import FenceData
import GeoPolicy
import Testing

/// Region events: what is read, what is passed over, and what is refused.
struct RegionEventTests {
  private func read(_ text: String, offset: Int? = nil) throws -> RegionEventFile {
    try Array(text.utf8).withUnsafeBytes { try readRegionEvents($0, offsetSeconds: offset) }
  }

  @Test func csvWithAliasesAndWordsOfSystems() throws {
    let file = try read(
      """
      Region,timestamp,DEVICE,event,extra
      shop,1748595600,phone,enter,x
      "a ""b"" c",2025-05-30T11:00:30+02:00,phone,didExitRegion,
      shop,1748595700.5,phone,GEOFENCE_TRANSITION_ENTER,
      shop,1748595800,phone,Leave,

      """)
    #expect(file.problems.isEmpty)
    #expect(file.rowCount == 4)
    #expect(file.events.map(\.kind) == [.enter, .exit, .enter, .exit])
    #expect(file.events.map(\.time) == [1_748_595_600, 1_748_595_630, 1_748_595_700.5, 1_748_595_800])
    #expect(file.events[1].fences == ["a \"b\" c"])
    #expect(file.events.map(\.line) == [2, 3, 4, 5])
  }

  @Test func rowsThatAreNoEventAreProblems() throws {
    let file = try read(
      """
      device,time,fence,event
      phone,1,shop,dwell
      phone,never,shop,enter
      phone,2025-05-30 09:00:00,shop,enter
      ,3,shop,enter
      phone,4,,exit
      phone,5,shop
      phone,6,shop,exit
      """)
    #expect(file.events.count == 1)
    #expect(file.problems.map(\.line) == [2, 3, 4, 5, 6, 7])
    #expect(file.rowCount == 7)
    #expect(file.problems[2].message.contains("--tz"))
    let zoned = try read("device,time,fence,event\nphone,2025-05-30 09:00:00,shop,enter\n", offset: 7200)
    #expect(zoned.events.first?.time == 1_748_588_400)
  }

  @Test func linesOfJSONPlainAndFromOwnTracks() throws {
    let file = try read(
      """
      {"device":"phone","time":1,"fence":"shop","event":"enter"}
      {"_type":"location","lat":1,"lon":2,"tst":5,"tid":"PH"}
      {"_type":"transition","wtst":1,"lat":1.5,"lon":2.5,"tst":7,"acc":10,"tid":"PH","event":"leave","desc":"shop","rid":"a1"}
      {"_type":"transition","tst":9,"topic":"owntracks/jane/phone/event","tid":"PH","event":"enter","rid":"a1"}
      {"_type":"transition","tst":9,"event":"enter"}
      {"_type":"lwt","tst":9}
      {broken

      """)
    #expect(file.events.count == 3)
    #expect(file.otherMessageCount == 2)
    #expect(file.problems.map(\.line) == [5, 7])
    #expect(file.events[1].devices == ["PH"])
    #expect(file.events[1].fences == ["shop", "a1"])
    #expect(file.events[1].kind == .exit)
    #expect(file.events[2].devices == ["jane/phone", "phone", "PH"])
    #expect(file.events[2].fences == ["a1"])
    #expect(file.rowCount == 7)
  }

  @Test func linesOfARecorder() throws {
    let file = try read(
      "2025-05-30T09:00:00Z\t*                 \t{\"_type\":\"location\",\"tst\":1748595600}\r\n"
        + "2025-05-30T09:00:30Z\tevent             \t"
        + "{\"_type\":\"transition\",\"event\":\"enter\",\"desc\":\"shop\",\"tst\":1748595629,\"tid\":\"PH\"}\n"
        + "2025-05-30T09:01:00Z\tevent             \t{\"_type\":\"transition\",\"event\":\"leave\",\"desc\":\"shop\"}\n"
        + "\n2025-05-30T09:02:00Z\tevent             \tnot json\n"
        + "2025-05-30T09:03:00Z\tevent             \t{\"_type\":\"transition\",\n")
    #expect(file.events.map(\.time) == [1_748_595_629, 1_748_595_660])
    #expect(file.events[1].devices.isEmpty)
    #expect(file.otherMessageCount == 2)
    #expect(file.problems.map(\.line) == [6])
    #expect(file.rowCount == 5)
  }

  @Test(arguments: [
    "", "  \n", "device,time,fence\na,1,b\n", "device,time,tst,fence,event\n", "[{}]\n", "a\tb\n",
  ])
  func filesThatAreNone(text: String) { #expect(throws: UnusableInput.self) { try read(text) } }

  @Test func anyCutOfAFileIsReadWithoutATrap() throws {
    let whole =
      "2025-05-30T09:00:30Z\tevent\t{\"_type\":\"transition\",\"event\":\"enter\",\"desc\":\"s\\u00e9\",\"tst\":7}\n"
      + "{\"device\":\"p\",\"time\":\"1e400\",\"fence\":\"f\",\"event\":\"exit\"}\n\"\n"
    let bytes = Array(whole.utf8)
    var usable = 0
    for start in [0, whole.utf8.count / 2] {
      for end in start...bytes.count {
        let part = try? bytes[start..<end].withUnsafeBytes { try readRegionEvents($0) }
        if let part { usable += part.rowCount >= part.events.count + part.problems.count ? 1 : -1000 }
      }
    }
    #expect(usable > 0)
  }
}
