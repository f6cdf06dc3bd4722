/// What makes one kind of world different from another, as numbers for the builder.
struct WorldTraits {
  /// How fences lie.
  enum Layout { case city, poles, dateLine, zero, globe, coincident, concentric, equalRadii, exactRadii }

  /// How a device gets from one sample to the next.
  enum Motion {
    /// Anywhere within two exit radii of a fence.
    case near
    /// A little before or behind one of the two edges of a fence.
    case edge
    /// Within rounding of an edge.
    case boundary
    /// A place whose distance from a fence is exactly one of its radii, where the layout made some.
    case exact
    /// On a line through a center, the same from sample to sample.
    case line
    /// On a center.
    case center
    /// At or near the place opposite.
    case antipode
    /// A step of random length from the last place.
    case step
    /// The last place again.
    case stay
    /// Anywhere.
    case teleport
  }

  var layouts: [Layout] = [.city]
  var fenceCount = 3...40
  var motions: [(Motion, weight: Double)] = [
    (.near, 3), (.edge, 4), (.line, 3), (.step, 4), (.stay, 0.5), (.boundary, 0.5), (.teleport, 0.3),
  ]
  var policyCount = 1...1
  var confirmations = 1...1
  /// Whether policies differ in what they say of accuracy.
  var variesAccuracyRules = false
  var coarseChance = 0.06
  var oddAccuracyChance = 0.02
  var badValueChance = 0.0
  var disorderChance = 0.03
  /// Whether limits of age may be set and receive times given.
  var judgesAge = false
  /// Per step, the chance of a change of the fences.
  var churnChance = 0.0
  /// Per step, the chance of a revocation, grant or forgetting.
  var authorizationChance = 0.0

  init(_ kind: RandomWorld.Kind) {
    switch kind {
    case .city: break
    case .poles: layouts = [.poles]
    case .dateLine: layouts = [.dateLine]
    case .zeroDistance:
      layouts = [.zero, .city, .poles, .dateLine]
      motions = [(.center, 5), (.stay, 1), (.near, 2), (.edge, 1), (.step, 1)]
    case .antipodes:
      layouts = [.globe]
      motions = [(.antipode, 5), (.near, 2), (.edge, 2), (.center, 1), (.step, 1)]
    case .radii:
      layouts = [.globe]
      fenceCount = 3...80
    case .coincident:
      layouts = [.coincident]
      fenceCount = 100...300
    case .concentric:
      layouts = [.concentric]
      fenceCount = 10...120
    case .equalRadii:
      layouts = [.equalRadii]
      motions = [(.boundary, 3), (.edge, 4), (.line, 2), (.step, 2), (.stay, 1)]
    case .boundary:
      layouts = [.exactRadii, .city, .poles, .dateLine, .globe, .equalRadii]
      motions = [(.boundary, 8), (.exact, 6), (.line, 1), (.edge, 1), (.stay, 0.5)]
    case .teleports:
      layouts = [.globe, .city]
      motions = [(.teleport, 3), (.near, 3), (.edge, 2), (.antipode, 0.5)]
    case .disorder: disorderChance = 0.35
    case .badValues:
      badValueChance = 0.25
      oddAccuracyChance = 0.2
      disorderChance = 0.1
      judgesAge = true
    case .churn: churnChance = 0.8
    case .policies:
      policyCount = 1...16
      variesAccuracyRules = true
      coarseChance = 0.4
      oddAccuracyChance = 0.15
    case .confirmations:
      policyCount = 1...3
      confirmations = 1...4
      coarseChance = 0.15
    case .authorization: authorizationChance = 0.5
    case .mixed:
      layouts = [.city, .poles, .dateLine, .zero, .globe, .coincident, .concentric, .equalRadii, .exactRadii]
      fenceCount = 1...200
      motions = [
        (.near, 3), (.edge, 4), (.boundary, 2), (.exact, 1), (.line, 3), (.center, 0.7), (.antipode, 0.5), (.step, 3),
        (.stay, 0.5), (.teleport, 0.5),
      ]
      policyCount = 1...16
      confirmations = 1...4
      variesAccuracyRules = true
      coarseChance = 0.15
      oddAccuracyChance = 0.06
      badValueChance = 0.03
      disorderChance = 0.06
      judgesAge = true
      churnChance = 0.4
      authorizationChance = 0.1
    }
  }
}
