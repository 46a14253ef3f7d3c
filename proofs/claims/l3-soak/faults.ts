import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../../../test/support/databases/postgres.ts'
import { TELLS_HEAP } from '../../load/watch-memory.ts'
import type { ProofContext } from '../../support/proof.ts'
import { type Server, type ServerOptions, startServer } from '../../../test/support/servers/start-server.ts'
import { ROOT, type Place } from '../../../test/support/test-environment.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From the machine's time: forward and back by minutes, hours, a day. */
const CLOCKS = [5 * MINUTE, 0, -5 * MINUTE, 3 * HOUR, 0, DAY, 0, -3 * HOUR, 0, -DAY, DAY, 0]
const BETWEEN_MS = 7_000
/** Longer than `judgeReadiness` allows between a 200 and an order. */
const DATABASE_AWAY_MS = 12_000
const CALM_AT_END_MS = 15_000

/** When something was broken on purpose, by `performance.now()`. */
export interface Fault {
  kind: 'kill' | 'database'
  began: number
  /** When the fault has ended. */
  ended: number
}

/** A server at one port with a clock that moves; it is another process after each kill. */
export interface Patient {
  server: () => Server
  /** The ends of the logs of processes that ended by themselves. */
  ownEnds: string[]
  /** Kills it, and starts it again at the same port. */
  kill: () => Promise<Fault>
  setClock: (aheadMs: number) => void
}

export async function startPatient(
  context: ProofContext,
  place: Place,
  { port, env = {} }: Pick<ServerOptions, 'port' | 'env'>,
): Promise<Patient> {
  const clock = path.join(context.folder, `clock-${port}`)
  const setClock = (aheadMs: number) => {
    // Atomically, because it may be read at any moment.
    writeFileSync(`${clock}.new`, String(aheadMs))
    renameSync(`${clock}.new`, clock)
  }
  setClock(0)
  const start = () =>
    startServer(context, place, {
      ...(port !== undefined && { port }),
      env: { ...env, MOVABLE_CLOCK: clock },
      flags: [...TELLS_HEAP, '--import', path.join(ROOT, 'test/support/servers/movable-clock.ts')],
    })
  let server = await start()
  const ownEnds: string[] = []
  return {
    server: () => server,
    ownEnds,
    setClock,
    async kill() {
      const began = performance.now()
      if (!server.isRunning())
        ownEnds.push(`${JSON.stringify(await server.ended)} ${server.log().slice(-1_500)}`)
      server.kill('SIGKILL')
      await server.ended
      server = await start()
      return { kind: 'kill', began, ended: performance.now() }
    },
  }
}

/** A jump of the clock, then a fault, in turn; unanswered calls are repeated before the next jump. */
export async function breakThings(
  { setClock, kill }: Patient,
  cluster: Cluster | undefined,
  minutes: number,
): Promise<{ jumps: number; faults: Fault[] }> {
  const faults: Fault[] = []
  const began = performance.now()
  const done = () => (performance.now() - began) / (minutes * MINUTE)
  let jumps = 0
  while (done() < 1 - CALM_AT_END_MS / (minutes * MINUTE)) {
    setClock(CLOCKS[jumps % CLOCKS.length] ?? 0)
    jumps += 1
    await sleep(BETWEEN_MS)
    // Afterwards one process lives long enough to see whether its memory grows.
    if (done() < 1 / 3 && (cluster === undefined || jumps % 2 === 1)) faults.push(await kill())
    else if (cluster) faults.push(await restart(cluster, jumps % 4 < 2 ? 'immediate' : 'fast'))
    await sleep(BETWEEN_MS)
  }
  setClock(0)
  await sleep(BETWEEN_MS)
  return { jumps, faults }
}

async function restart(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<Fault> {
  const began = performance.now()
  await cluster.stop(mode)
  await sleep(DATABASE_AWAY_MS)
  await cluster.start()
  return { kind: 'database', began, ended: performance.now() }
}
