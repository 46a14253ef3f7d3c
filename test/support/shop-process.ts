import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface ShopProcess {
  url: string
  process: ChildProcess
  /** Every line of its log so far. */
  log: string[]
  /** Resolves to the exit code. */
  ended: Promise<number | null>
  stop(): Promise<void>
}

const SECRET = 'several-several-several-several-several'

/** Starts `serve-process.ts` with these settings on a free port. Throws with its log when it ends before it listens. */
export async function startShop(settings: Record<string, string>): Promise<ShopProcess> {
  const child = fork(path.join(import.meta.dirname, 'serve-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    silent: true,
    env: { ...process.env, PORT: '0', DEMO: '0', RATE_LIMIT_FACTOR: '0', SHOP_SECRET: SECRET, ...settings },
  })
  const log: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => log.push(String(text)))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const told = await Promise.race([once(child, 'message'), ended])
  if (!Array.isArray(told)) throw new Error(`The shop ended with ${told}: ${log.join('')}`)
  const [{ port }] = told as [{ port: number }]
  // Only to say the port: listening on must not hold the process when it means to end.
  child.channel?.unref()
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    log,
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await ended
    },
  }
}
