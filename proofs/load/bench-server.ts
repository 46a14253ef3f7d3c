import { once } from 'node:events'
import type { Scope } from '../../test/support/scope.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import type { Place } from '../../test/support/test-environment.ts'

/** A server under load, or several as one. */
export interface BenchServer {
  ports: number[]
  /** Whether responses for visitors come from the cache, as in production, or are rendered for each request. */
  keep: (answers: 'kept' | 'fresh') => Promise<void>
  /** CPU time of all threads since the start. */
  cpuMicroseconds: () => Promise<number>
  stop: () => Promise<unknown>
}

/** `serve-measured.ts` on a place; `port` when the pages need their own address. */
export async function startBenchServer(
  scope: Scope,
  place: Place,
  { pages, port }: { pages: boolean; port?: number },
): Promise<BenchServer> {
  const server = await startServer(scope, place, {
    program: 'proofs/load/serve-measured.ts',
    args: pages ? ['--pages'] : [],
    env: { PUBLIC_URL: '' },
    ...(port !== undefined && { port }),
  })
  return {
    ports: [server.port],
    keep: async (answers) => void (await tell(server, answers)),
    cpuMicroseconds: () => tell(server, 'cpu'),
    stop: server.stop,
  }
}

async function tell(server: Server, word: 'kept' | 'fresh' | 'cpu'): Promise<number> {
  const answer = once(server.process, 'message')
  const ended = server.ended.then(() => Promise.reject(new Error(`The server ended: ${server.log()}`)))
  server.process.send(word)
  const [{ cpuMicroseconds }] = (await Promise.race([answer, ended])) as [{ cpuMicroseconds: number }]
  return cpuMicroseconds
}

/** Spreads the load over all of them and adds up their CPU time. */
export function together(servers: BenchServer[]): BenchServer {
  return {
    ports: servers.flatMap(({ ports }) => ports),
    keep: async (answers) => void (await Promise.all(servers.map((server) => server.keep(answers)))),
    async cpuMicroseconds() {
      const each = await Promise.all(servers.map((server) => server.cpuMicroseconds()))
      return each.reduce((sum, microseconds) => sum + microseconds, 0)
    },
    stop: () => Promise.all(servers.map((server) => server.stop())),
  }
}
