import Foundation
import GeoPolicy
import MultiFence
import TestSupport
import Testing

/// The README's example in Swift is the code below, line for line, and prints what the README says.
@Suite struct ReadmeTests {
  @Test func theExampleIsTheCodeHereAndPrintsWhatIsSaid() throws {
    var printed = ""
    func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }
    // README begins
    let policies = try PolicySet(
      default: FencePolicy(enterRadiusMeters: 100, exitRadiusMeters: 180),
      named: [("counter", FencePolicy(enterRadiusMeters: 25, exitRadiusMeters: 45, maxAccuracyMeters: 12))])
    let engine = try FenceEngine(
      fences: [
        Fence(id: "mall", center: Point(latitude: 50.3200, longitude: 10.4400), in: policies),
        Fence(id: "kiosk", center: Point(latitude: 50.3203, longitude: 10.4400), policy: "counter", in: policies),
      ], policies: policies)

    var devices = IdentifierTable()  // names to small numbers, from 0
    let phone = devices.handle(for: "phone")
    var batch = SampleColumns()  // samples travel in columns; some thousand rows at a time are best
    var evaluation = Evaluation()

    func sample(_ time: Double, latitude: Double, accuracy: Double?) {
      let place = Point(latitude: latitude, longitude: 10.4400)
      batch.append(Sample(device: phone, time: time, place: place, accuracyMeters: accuracy))
    }
    func evaluate() {
      engine.evaluate(batch, into: &evaluation)
      for event in evaluation.events {
        print(event.time, devices[event.device], event.kind, engine.id(of: event.fence))
      }
      for refused in evaluation.rejections { print("row", refused.row, "refused:", refused.reasons.names) }
      batch.removeAll()
      evaluation.removeAll()
    }

    sample(0, latitude: 50.3230, accuracy: 8)  // 334 m from the mall: outside, which is no event
    sample(60, latitude: 50.3202, accuracy: 8)  // in the mall, and at the kiosk
    sample(65, latitude: 50.3230, accuracy: 90)  // too coarse for either
    sample(70, latitude: 50.3212, accuracy: 5)  // 133 m: between the radii of the mall, beyond those of the kiosk
    sample(90, latitude: 50.3202, accuracy: 8)
    evaluate()

    try engine.apply([
      .remove("kiosk"), .add(Fence(id: "bakery", center: Point(latitude: 50.3201, longitude: 10.4400), in: policies)),
    ])
    sample(95, latitude: 50.3202, accuracy: nil)  // no accuracy, and no policy assumes one
    sample(99, latitude: 50.3202, accuracy: 8)
    evaluate()
    print(engine.devicesInside("mall") ?? [])
    // README ends

    let readme = try String(contentsOf: packageFolder.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\nimport GeoPolicy\nimport MultiFence\n\n\(try code)```\n"))
    #expect(readme.contains("```text\n\(printed)```\n"), "\(printed)")
  }

  /// The lines between the markers, as they stand in a file of their own.
  private var code: String {
    get throws {
      let lines = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let begin = try #require(lines.firstIndex(of: "    // README begins"))
      let end = try #require(lines.firstIndex(of: "    // README ends"))
      return lines[(begin + 1)..<end].map { $0.dropFirst(4) + "\n" }.joined()
    }
  }
}
