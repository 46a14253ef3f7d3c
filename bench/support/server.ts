import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { failed, FLAGS } from './load.ts'
import type { Place } from './places.ts'

export interface BenchServer {
  port: number
  /** More than one when it stands for several. */
  ports: number[]
  /** Whether answers for visitors are kept, as in life, or made anew for each request. */
  keep: (answers: 'kept' | 'fresh') => Promise<void>
  /** Of all its threads, since it began. */
  cpuMicroseconds: () => Promise<number>
  stop: () => Promise<void>
}

/** The shop in a process of its own; a port is asked for where the pages must know their own address. */
export async function startServer(
  place: Place,
  options: { pages: boolean; port?: number },
): Promise<BenchServer> {
  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), options.pages ? ['--pages'] : [], {
    execArgv: FLAGS,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(options.port ?? 0),
      PUBLIC_URL: '',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl ?? '',
      SHOP_SECRET: 'bench-bench-bench-bench-bench-bench',
      RATE_LIMIT_FACTOR: '0',
      LOG_LEVEL: 'warn',
      DEMO: '0',
    },
  })
  const ended = failed(child)
  ended.catch(() => undefined)
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }]
  const tell = async (word: 'kept' | 'fresh' | 'cpu') => {
    const answer = once(child, 'message')
    child.send(word)
    const [{ cpuMicroseconds }] = (await Promise.race([answer, ended])) as [{ cpuMicroseconds: number }]
    return cpuMicroseconds
  }
  return {
    port: said.port,
    ports: [said.port],
    keep: async (answers) => void (await tell(answers)),
    cpuMicroseconds: () => tell('cpu'),
    async stop() {
      child.disconnect()
      await ended.catch(() => undefined)
    },
  }
}

/** Several instances as one: the load goes to all of them, and what they take is added up. */
export function together(servers: [BenchServer, ...BenchServer[]]): BenchServer {
  return {
    port: servers[0].port,
    ports: servers.flatMap(({ ports }) => ports),
    keep: async (answers) => void (await Promise.all(servers.map((server) => server.keep(answers)))),
    async cpuMicroseconds() {
      const each = await Promise.all(servers.map((server) => server.cpuMicroseconds()))
      return each.reduce((sum, microseconds) => sum + microseconds, 0)
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}
