import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Client } from 'pg'
import type { Db } from '../../../src/server/db/connect.ts'
import type { Tables } from '../../../src/server/db/tables.ts'
import { valueTypes } from '../../../src/server/db/values.ts'

/** A verb of the shop in its own database session; it throws its refusals. */
export type Verb = (db: Db) => Promise<unknown>

/** The outcomes of two verbs: a value, or an error. */
export type Ends = [PromiseSettledResult<unknown>, PromiseSettledResult<unknown>]

/**
 * Runs two real verbs statement by statement: the first does `before`, the second `between`, the first the rest, the second
 * the rest. A verb that waits for a lock is left waiting while the other goes on, as in PostgreSQL's isolation tester.
 * https://github.com/postgres/postgres/blob/REL_15_STABLE/src/test/isolation/README
 */
export async function interleave(
  databaseUrl: string,
  verbs: [Verb, Verb],
  { before, between }: { before: number; between: number },
): Promise<{ ends: Ends; statements: [number, number] }> {
  const watcher = new Client({ connectionString: databaseUrl })
  await watcher.connect()
  const [first, second] = await Promise.all([
    openSession(databaseUrl, watcher),
    openSession(databaseUrl, watcher),
  ])
  try {
    // Settled from the start: a refusal is an outcome too.
    const ends = Promise.allSettled([first.begin(verbs[0]), second.begin(verbs[1])])
    await first.steps(before)
    await second.steps(between)
    while (!first.isDone() || !second.isDone()) {
      const moved = [await first.steps(Infinity), await second.steps(Infinity)]
      // Both wait: PostgreSQL resolves a deadlock after a second, but not a lock of another session.
      if (!moved.includes(true)) await sleep(20)
    }
    return { ends: await ends, statements: [first.count(), second.count()] }
  } finally {
    await Promise.all([first.close(), second.close()])
    await watcher.end()
  }
}

/** Every schedule with at most two changes of session; with more than `most`, the extremes and a random selection. */
export function schedules(
  [first, second]: [number, number],
  most: number,
): { before: number; between: number }[] {
  const all = Array.from({ length: first + 1 }, (_, before) =>
    Array.from({ length: second + 1 }, (_, between) => ({ before, between })),
  ).flat()
  const isExtreme = ({ before, between }: { before: number; between: number }) =>
    (before === 0 || before === first) && (between === 0 || between === second)
  const byChance = all
    .filter((each) => !isExtreme(each))
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
  return [...all.filter(isExtreme), ...byChance].slice(0, most)
}

async function openSession(databaseUrl: string, watcher: Client) {
  const client = new Client({ connectionString: databaseUrl, types: valueTypes, options: '-c timezone=UTC' })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  let done = false
  let count = 0
  /** Set while a statement is held back. */
  let go: (() => void) | undefined
  let running = false

  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        connect: async () => ({
          query: async (text: string, values: unknown[]) => {
            await new Promise<void>((resolve) => {
              go = resolve
            })
            count += 1
            running = true
            try {
              return await client.query(text, values)
            } finally {
              running = false
            }
          },
          release: () => undefined,
        }),
        end: async () => undefined,
      } as never, // safe: what Kysely uses of a pool
    }),
  })

  async function isBlocked(): Promise<boolean> {
    const { rows } = await watcher.query<{ blocked: boolean }>(
      'select cardinality(pg_blocking_pids($1)) > 0 as blocked',
      [pid],
    )
    return rows[0]?.blocked ?? false
  }

  /** Waits until it is at its next statement, waits for a lock, or is done. */
  async function settle(): Promise<'next' | 'blocked' | 'done'> {
    for (let looks = 0; ; looks++) {
      if (done) return 'done'
      if (go) return 'next'
      if (running && looks > 3 && (await isBlocked())) return 'blocked'
      await sleep(looks < 5 ? 1 : 4)
    }
  }

  return {
    begin: (verb: Verb) =>
      verb(db).finally(() => {
        done = true
      }),
    /** True when it executed a statement. */
    async steps(most: number): Promise<boolean> {
      let moved = false
      for (let step = 0; step < most && (await settle()) === 'next'; step++) {
        const next = go
        go = undefined
        next?.()
        moved = true
      }
      if (most > 0) await settle()
      return moved
    },
    isDone: () => done,
    count: () => count,
    close: () => client.end(),
  }
}
