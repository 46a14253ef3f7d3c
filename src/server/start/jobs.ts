import type { Shop } from '../shop.ts'

/** One run of a background job, for the metrics. */
interface JobRun {
  job: string
  ok: boolean
  milliseconds: number
}

export type JobWatcher = (run: JobRun) => void

/** Runs a job. Logs and reports a failure instead of throwing, so that other jobs still run. */
export async function runJob(
  shop: Shop,
  job: string,
  work: () => Promise<unknown>,
  watcher?: JobWatcher,
): Promise<void> {
  const began = performance.now()
  const ok = await work().then(
    () => true,
    (error: unknown) => {
      shop.log.error({ err: error, job }, 'a background job failed')
      return false
    },
  )
  watcher?.({ job, ok, milliseconds: performance.now() - began })
}
