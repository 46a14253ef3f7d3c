import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../src/server/db/migrate.ts'
import type { Cluster } from '../test/support/postgres.ts'
import { pgDump } from './support/pg-dump.ts'
import { embeddedPlace, newCluster, openTables, type Place, placeOn, ROOT } from './support/places.ts'
import { Failures, type Proof, type ProofContext, spread } from './support/proof.ts'
import { type Server, startServer, untilReady } from './support/server.ts'

const PROCESSES = 5
const MIGRATIONS = path.join(ROOT, 'db/migrations')

export const proof: Proof = {
  id: 'C5',
  title: `Migrations: ${PROCESSES} processes start at once on an empty database and on one of the release before, and one that migrates is killed (kill -9) and started again, on both engines: each step applied once, all ready, the tables as always`,
  tries: { full: 20, short: 2 },
  minutes: 15,
  async run(context) {
    const cluster = await newCluster(context)
    const failures = new Failures()
    const wanted = await freshTables(context, cluster)
    const ready: number[] = []
    for (const from of ['empty', 'previous'] as const) {
      for (let n = 0; n < context.tries; n++) {
        const place = await placeOn(context, cluster)
        if (from === 'previous') await toPrevious(context, place)
        const servers = await Promise.all(
          Array.from({ length: PROCESSES }, () => startServer(context, place, { waitUntilReady: false })),
        )
        const waits = await Promise.allSettled(servers.map((server) => untilReady(server)))
        for (const wait of waits) {
          if (wait.status === 'fulfilled') ready.push(wait.value)
          else failures.add(`a process that is not ready, from ${from}`, String(wait.reason).slice(0, 300))
        }
        await Promise.all(servers.map((server) => endNow(server)))
        await expectTables(place, wanted, failures, `${PROCESSES} at once, from ${from}`)
      }
      context.say(`${PROCESSES} at once from ${from}: ${context.tries} times`)
    }
    const killed: Record<string, number> = { postgres: 0, embedded: 0 }
    for (const engine of ['postgres', 'embedded'] as const) {
      for (let n = 0; n < context.tries; n++) {
        const place = engine === 'embedded' ? embeddedPlace(context) : await placeOn(context, cluster)
        if (await killWhileMigrating(context, place, n / context.tries))
          killed[engine] = (killed[engine] ?? 0) + 1
        const server = await startServer(context, place, { waitUntilReady: false })
        await untilReady(server).catch((error: unknown) =>
          failures.add(`not ready after a kill on ${engine}`, String(error).slice(0, 300)),
        )
        await server.stop()
        await expectTables(
          place,
          engine === 'postgres' ? wanted : undefined,
          failures,
          `killed, on ${engine}`,
        )
      }
      context.say(`killed while it migrates on ${engine}: ${killed[engine]} of ${context.tries}`)
    }
    return {
      tries: `${context.tries} × ${PROCESSES} processes on empty and on previous; ${context.tries} kills on each engine`,
      figure: `all ready, ${spread(ready)}; ${killed.postgres} + ${killed.embedded} kills came before it was ready; one set of tables`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-lock',
      patches: [
        {
          file: 'src/server/db/migrate.ts',
          find: 'select pg_advisory_xact_lock(${MIGRATION_LOCK})',
          replace: 'select ${MIGRATION_LOCK}::bigint',
        },
      ],
      failsWith: /not ready|steps|tables/,
    },
    {
      name: 'noted-before-done',
      patches: [
        {
          file: 'src/server/db/migrate.ts',
          find: 'await database.db.transaction().execute((tx) => applyNext(tx, files))',
          replace: 'await applyNext(database.db, files)',
        },
      ],
      failsWith: /not ready|steps|tables/,
    },
  ],
}

/** The release before: all files but the newest. */
async function toPrevious(context: ProofContext, place: Place): Promise<void> {
  const folder = mkdtempSync(path.join(context.folder, 'migrations-'))
  for (const name of readdirSync(MIGRATIONS)
    .filter((each) => each.endsWith('.sql'))
    .toSorted()
    .slice(0, -1))
    cpSync(path.join(MIGRATIONS, name), path.join(folder, name))
  const database = await openTables(place)
  await migrate(database, folder)
  await database.close()
}

/** True when it was killed before it was ready. `part` of the time it takes, so that kills come in every moment. */
async function killWhileMigrating(context: ProofContext, place: Place, part: number): Promise<boolean> {
  const server = await startServer(context, place, { waitUntilReady: false })
  await sleep(300 + part * 2_000)
  const isReady = await fetch(`${server.url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
  await endNow(server)
  return !isReady
}

async function endNow(server: Server): Promise<void> {
  server.kill('SIGKILL')
  await server.ended
}

async function freshTables(context: ProofContext, cluster: Cluster): Promise<string> {
  const place = await placeOn(context, cluster)
  const database = await openTables(place)
  await migrate(database, MIGRATIONS)
  await database.close()
  return dumpTables(place)
}

/** As PostgreSQL writes them down, without the lines that are different each time. */
function dumpTables(place: Place): string {
  return pgDump(place, '--schema-only').replaceAll(/^\\(?:un)?restrict .*$/gm, '')
}

async function expectTables(
  place: Place,
  wanted: string | undefined,
  failures: Failures,
  where: string,
): Promise<void> {
  if (wanted !== undefined && dumpTables(place) !== wanted) failures.add(`other tables: ${where}`)
  const database = await openTables(place)
  const names = await sql<{ name: string }>`select name from schema_migrations order by name`
    .execute(database.db)
    .then(
      ({ rows }) => rows.map(({ name }) => name),
      (error: unknown) => String(error),
    )
  const files = readdirSync(MIGRATIONS)
    .filter((each) => each.endsWith('.sql'))
    .toSorted()
  failures.expect(`steps: ${where}`, names, files)
  await database.close()
}
