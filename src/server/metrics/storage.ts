import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { atMostEvery } from '../limits/at-most-every.ts'
import type { Shop } from '../shop.ts'
import { addGauge } from './add-gauge.ts'

const FILES_EVERY_MS = 15_000
const FILES_WITHIN_MS = 5_000

/** Whether pictures can be stored, in the bucket or on the disk, and how much room the disk of the data folder has. */
export function measureStorage(registry: Registry, { files, config }: Shop): void {
  const areUp = atMostEvery(FILES_EVERY_MS, () =>
    Promise.race([
      files.check().then(
        () => true,
        () => false,
      ),
      sleep(FILES_WITHIN_MS, false, { ref: false }),
    ]),
  )
  addGauge(registry, {
    name: 'surbrote_files_up',
    help: 'Whether pictures could be stored when it was last tried, in the bucket or on the disk',
    async collect() {
      this.set((await areUp()) ? 1 : 0)
    },
  })
  addGauge(registry, {
    name: 'surbrote_disk_bytes',
    help: 'The disk of the data folder: free for the shop, and in all',
    labelNames: ['part'],
    async collect() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      this.set({ part: 'free' }, bavail * bsize)
      this.set({ part: 'all' }, blocks * bsize)
    },
  })
}
