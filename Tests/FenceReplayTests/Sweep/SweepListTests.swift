import FenceReplay
import GeoPolicy
import Testing
import Workload

struct SweepListTests {
  @Test func eachWithEach() throws {
    let lists = SweepLists(enter: [60, 80, 100], exit: [70, 160], confirm: [1, 2], accuracy: [20])
    let (settings, impossible) = try lists.settings(of: .standard)
    #expect(settings.count == 8)
    #expect(impossible == 4)
    #expect(settings.map(\.enterRadiusMeters) == [60, 60, 60, 60, 80, 80, 100, 100])
    #expect(settings.map(\.exitConfirmations) == [1, 2, 1, 2, 1, 2, 1, 2])
  }

  @Test func whatIsNotListedIsThePolicys() throws {
    let policy = try FencePolicy(
      enterRadiusMeters: 30, exitRadiusMeters: 70, maxAccuracyMeters: 12, enterConfirmations: 2, exitConfirmations: 3)
    let own = try SweepLists().settings(of: policy).settings
    #expect(
      own == [
        SweepSetting(
          enterRadiusMeters: 30, exitRadiusMeters: 70, maxAccuracyMeters: 12, enterConfirmations: 2,
          exitConfirmations: 3)
      ])
    // A policy that gives only an enter radius gets one and a half times that.
    #expect(try SweepLists(enter: [40]).settings(of: policy).settings.map(\.exitRadiusMeters) == [60])
    #expect(try SweepLists(exit: [40]).settings(of: policy).settings.map(\.enterRadiusMeters) == [30])
  }

  @Test(arguments: [
    (SweepLists(enter: [0]), "enterRadius 0.0 must be"),
    (SweepLists(enter: [-5], exit: [10]), "enterRadius -5.0 must be"),
    (SweepLists(enter: [.nan]), "enterRadius nan must be"), (SweepLists(enter: [.infinity]), "enterRadius inf must be"),
    (SweepLists(exit: [.nan]), "exitRadius nan must be"), (SweepLists(exit: [.infinity]), "exitRadius inf must be"),
    (SweepLists(exit: [-1]), "exitRadius -1.0 must be"), (SweepLists(confirm: [0]), "enterConfirmations 0 must be"),
    (SweepLists(confirm: [101]), "enterConfirmations 101 must be"),
    (SweepLists(accuracy: [-1]), "maxAccuracy -1.0 must"),
    (SweepLists(enter: [100], exit: [20, 99]), "no exit radius is at least its enter radius"),
    (
      SweepLists(enter: [Double](repeating: 1, count: 101), exit: [Double](repeating: 2, count: 100)), "more than 10000"
    ),
    (SweepLists(enter: [Double](repeating: 1, count: 10_001)), "more than 10000 settings"),
  ])
  func aMistakeIsExplained(lists: SweepLists, beginning: String) {
    let error = #expect(throws: SweepError.self) { try lists.settings(of: .standard) }
    #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
  }

  @Test func thePolicyMustExist() {
    var options = SweepOptions()
    options.policy = "nosuch"
    #expect(throws: SweepError.self) {
      try Sweep(fences: Array("id,latitude,longitude\na,1,1\n".utf8), lists: SweepLists(), options: options)
    }
  }
}
