extension Plan {
    /// Pure: no clock, no disk, no network. The same input in any order always gives the same plan.
    ///
    /// `onDisk` says what stands in the games folder, by name; names that are not there are absent.
    public init(
        manifest: Manifest, records: [GameRecord], onDisk: DiskListing, options: PlanOptions = PlanOptions()
    ) {
        var maker = PlanMaker(manifest: manifest, records: records, onDisk: onDisk, options: options)
        for release in manifest.releases { maker.decide(release) }
        for entry in manifest.refused { maker.report(entry) }
        for record in records { maker.retire(record) }
        for game in options.selection ?? [] { maker.reportUnknown(game) }
        self = maker.plan()
    }
}
