import GeoPolicy
import Testing

@Suite struct SampleColumnsTests {
  private func sample(_ device: UInt32, accuracy: Double? = 5, received: Double? = nil) -> Sample {
    Sample(
      device: device, time: Double(device), place: Point(latitude: 1, longitude: 2), accuracyMeters: accuracy,
      received: received)
  }

  @Test func receivedColumnExistsOnceARowHasOne() {
    var columns = SampleColumns()
    columns.append(sample(0))
    #expect(columns.received.isEmpty)
    columns.append(sample(1, received: 7))
    columns.append(sample(2))
    #expect(columns.count == 3)
    #expect(columns.received.count == 3)
    #expect(columns.received[0].isNaN && columns.received[1] == 7 && columns.received[2].isNaN)
  }

  @Test func receivedColumnExistsFromTheFirstRow() {
    var columns = SampleColumns()
    columns.append(sample(0, received: 3))
    #expect(columns.received == [3])
  }

  @Test func accuracyThatIsMissingIsAbsent() {
    var columns = SampleColumns()
    columns.append(sample(0, accuracy: nil))
    columns.append(sample(1, accuracy: .nan))
    #expect(SampleColumns.isAbsent(columns.accuracies[0]) && !SampleColumns.isAbsent(columns.accuracies[1]))
  }

  @Test func emptiedColumnsStartAnew() {
    var columns = SampleColumns()
    columns.append(sample(0, received: 3))
    columns.removeAll()
    #expect(columns.count == 0 && columns.received.isEmpty && columns.accuracies.isEmpty)
    columns.append(sample(1))
    #expect(columns.received.isEmpty && columns.devices == [1])
  }
}
