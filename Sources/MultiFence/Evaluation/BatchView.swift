import GeoPolicy

/// The columns of a batch as pointers, good while the batch is evaluated; each has `count` rows, `received` perhaps none.
struct BatchView: @unchecked Sendable {
  let count: Int
  let devices: UnsafePointer<UInt32>
  let times: UnsafePointer<Double>
  let latitudes: UnsafePointer<Double>
  let longitudes: UnsafePointer<Double>
  let accuracies: UnsafePointer<Double>
  let received: UnsafePointer<Double>?
}

extension SampleColumns {
  /// Calls `body` with a view of these columns; does not where there are no rows.
  func withView(_ body: (BatchView) -> Void) {
    precondition(
      times.count == count && latitudes.count == count && longitudes.count == count && accuracies.count == count
        && (received.isEmpty || received.count == count), "the columns of a batch must have equal lengths")
    precondition(count <= UInt32.max, "more than 2³² samples in a batch")
    devices.withUnsafeBufferPointer { devices in
      times.withUnsafeBufferPointer { times in
        latitudes.withUnsafeBufferPointer { latitudes in
          longitudes.withUnsafeBufferPointer { longitudes in
            accuracies.withUnsafeBufferPointer { accuracies in
              received.withUnsafeBufferPointer { received in
                guard let devices = devices.baseAddress, let times = times.baseAddress,
                  let latitudes = latitudes.baseAddress, let longitudes = longitudes.baseAddress,
                  let accuracies = accuracies.baseAddress
                else { return }
                body(
                  BatchView(
                    count: count, devices: devices, times: times, latitudes: latitudes, longitudes: longitudes,
                    accuracies: accuracies, received: self.received.isEmpty ? nil : received.baseAddress))
              }
            }
          }
        }
      }
    }
  }
}
