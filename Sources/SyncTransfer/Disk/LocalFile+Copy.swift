import SyncCore
import SyncPlatform

extension LocalFile {
    /// Copies an archive into its partial and checks it. There is nothing to resume: the source is as near as the copy.
    func copy(
        _ request: DownloadRequest, isCancelled: () -> Bool, progress: (DownloadProgress) -> Void
    ) throws(TransferError) -> Download {
        try onDisk { () throws(PlatformError) in try request.partial.remove(in: request.directory) }
        let partial = try PartialFile.open(request, isCancelled: isCancelled)
        do throws(TransferError) {
            var meter = ProgressMeter(now: ArchiveSink.now)
            var done: Int64 = 0
            try read(limit: request.limit) { piece throws(TransferError) in
                guard !isCancelled() else { throw .cancelled }
                done += Int64(piece.count)
                if let size = request.size, done > size { throw .sizeMismatch(expected: size, got: done) }
                try partial.append(piece)
                let now = ArchiveSink.now
                guard meter.add(Int64(piece.count), now: now) else { return }
                progress(DownloadProgress(done: done, total: request.size, bytesPerSecond: meter.rate(now: now)))
            }
            try partial.flush()
            guard done > 0 else { throw .emptyBody(url: request.url.description) }
            let download = try partial.verified(for: request, downloadedBytes: 0)
            let rate = meter.rate(now: ArchiveSink.now)
            progress(DownloadProgress(done: done, total: done, bytesPerSecond: rate))
            return download
        } catch {
            // Without a record it is of no use; what cannot be removed now is replaced by the next call.
            try? request.partial.remove(in: request.directory)
            throw error
        }
    }
}
