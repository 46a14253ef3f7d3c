import { cpSync, mkdtempSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../src/server/db/connect.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { until } from '../../test/support/sales/buyers.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'
import { pgDump } from '../../test/support/databases/pg-dump.ts'
import {
  embeddedPlace,
  engines,
  newCluster,
  openTables,
  type Place,
  placeOn,
  ROOT,
} from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext, spread } from '../support/proof.ts'
import { type Server, startServer, untilReady } from '../../test/support/servers/start-server.ts'

const PROCESSES = 5
const MIGRATIONS = path.join(ROOT, 'db/migrations')
const FILES = readdirSync(MIGRATIONS)
  .filter((each) => each.endsWith('.sql'))
  .toSorted()

const DONE = 'await sql.raw(next.text).execute(tx)'
const NOTED =
  'await sql`insert into schema_migrations (name, sha256, beside) values (${next.name}, ${next.sha256}, ${next.beside})`.execute(tx)'
const COMMITTED = 'if (name === undefined) return applied\n applied.push(name)'

/** Logs its position, and where HOLD_AT names it stays there until it is killed. */
const passing = (what: string, name: string) => `process.stderr.write('at: ${what} ' + ${name} + '\\n')
  if (process.env.HOLD_AT === '${what} ' + ${name}) await new Promise((resolve) => setTimeout(resolve, 600_000))`
const TELLS_AND_HOLDS: Patch[] = [
  { find: DONE, replace: `${passing('begins', 'next.name')}\n  ${DONE}\n  ${passing('done', 'next.name')}` },
  { find: NOTED, replace: `${NOTED}\n  ${passing('noted', 'next.name')}` },
  { find: COMMITTED, replace: `${COMMITTED}\n  ${passing('committed', 'name')}` },
]

/** Still one process at a time: only a kill shows that a step and its note are not atomic. */
const NO_TRANSACTION: Patch = {
  find: 'await database.db.transaction().execute((tx) => applyNext(tx, files))',
  replace: `await database.db.connection().execute(async (one) => {
        await sql\`set lock_timeout = '5min'\`.execute(one)
        await sql\`select pg_advisory_lock(\${MIGRATION_LOCK})\`.execute(one)
        const name = await applyNext(one, files)
        await sql\`select pg_advisory_unlock(\${MIGRATION_LOCK})\`.execute(one)
        return name
      })`,
}

export const proof: Proof = {
  id: 'C5',
  title: 'Migrations',
  claim:
    'Each migration is applied once, however many processes start concurrently or are killed, and the schema is always the same.',
  how: `${PROCESSES} processes start concurrently on an empty database and on one of the previous release. Then one is killed during a migration (in a step, after a step, after it is recorded, between two) and started again, on both engines. Only kills that left steps undone count.`,
  oneTry: 'a start on each database and a kill on each engine',
  tries: { full: 20, short: 4 },
  patches: TELLS_AND_HOLDS,
  minutes: 15,
  async run(context) {
    const cluster = await newCluster(context)
    const failures = new Failures()
    const wanted = {
      postgres: await freshTables(await placeOn(context, cluster)),
      embedded: await freshTables(embeddedPlace(context)),
    }
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
        await expectTables(place, wanted.postgres, failures, `${PROCESSES} at once, from ${from}`)
      }
      context.say(`${PROCESSES} at once from ${from}: ${context.tries} times`)
    }
    const kills: string[] = []
    for (const engine of engines) {
      const newPlace = () => (engine === 'embedded' ? embeddedPlace(context) : placeOn(context, cluster))
      for (let n = 0; n < context.tries; n++) {
        const { place, left, moment } = await killedMigration(context, newPlace, momentOf(n))
        kills.push(`${moment}, ${left} steps left`)
        const server = await startServer(context, place, { waitUntilReady: false })
        await untilReady(server).catch((error: unknown) =>
          failures.add(`not ready after a kill on ${engine}`, String(error).slice(0, 300)),
        )
        await server.stop()
        await expectTables(place, wanted[engine], failures, `killed, on ${engine}`)
      }
      context.say(`killed during a migration on ${engine}: ${kills.slice(-context.tries).join('; ')}`)
    }
    return {
      tries: `${context.tries} × ${PROCESSES} processes on an empty and a previous database; ${context.tries} kills during a migration on each engine`,
      figure: `all ready, ${spread(ready)}; ${kills.length} kills, each with 1 to ${FILES.length} of ${FILES.length} steps left; one schema`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'no-lock',
      patches: [
        {
          find: 'select pg_advisory_xact_lock(${MIGRATION_LOCK})',
          replace: 'select ${MIGRATION_LOCK}::bigint',
        },
      ],
      failsWith: /not ready|steps|tables/,
    },
    {
      name: 'noted-apart',
      patches: [NO_TRANSACTION],
      failsWith: /after a kill|killed, on/,
    },
    {
      name: 'noted-before-done',
      patches: [
        NO_TRANSACTION,
        { find: DONE, replace: NOTED },
        { find: `${NOTED}\n  return next.name`, replace: `${DONE}\n  return next.name` },
      ],
      failsWith: /after a kill|killed, on/,
    },
  ],
}

/** The previous release: all files but the newest. */
async function toPrevious(context: ProofContext, place: Place): Promise<void> {
  const folder = mkdtempSync(path.join(context.folder, 'migrations-'))
  for (const name of FILES.slice(0, -1)) cpSync(path.join(MIGRATIONS, name), path.join(folder, name))
  const database = await openTables(place)
  await migrate(database, folder)
  await database.close()
}

/** `begins`: killed while the step runs; otherwise held there, and killed. The kinds alternate from step to step. */
function momentOf(n: number): { what: string; name: string } {
  const what = ['begins', 'done', 'noted', 'committed'][n % 4] ?? ''
  // A step that is killed while it runs is not held: the steps after it must take longer than the kill.
  const steps = what === 'begins' ? Math.ceil(FILES.length / 2) : FILES.length
  const step = (Math.floor(n / 4) * 3 + (n % 4)) % steps
  // After the last commit nothing is left to kill.
  return { what, name: FILES[what === 'committed' ? Math.min(step, FILES.length - 2) : step] ?? '' }
}

/** An empty place whose first process was killed at that moment, and the number of steps left: at least one. */
async function killedMigration(
  context: ProofContext,
  newPlace: () => Place | Promise<Place>,
  { what, name }: ReturnType<typeof momentOf>,
): Promise<{ place: Place; left: number; moment: string }> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const place = await newPlace()
    const isHeld = what !== 'begins'
    const env: Record<string, string> = isHeld ? { HOLD_AT: `${what} ${name}` } : {}
    const server = await startServer(context, place, { waitUntilReady: false, env, patches: TELLS_AND_HOLDS })
    const isThere = () => server.log().includes(`at: ${what} ${name}\n`)
    await until(`a migration is at ${what} ${name}`, () => isThere() || !server.isRunning(), 180)
    if (!isHeld) await sleep(Math.random() * 20)
    await endNow(server)
    if (!isThere()) throw new Error(`It ended before it was killed: ${server.log().slice(-1_000)}`)
    const left = FILES.filter((file) => !server.log().includes(`at: committed ${file}\n`)).length
    if (left > 0) return { place, left, moment: `${what} ${name.slice(0, 4)}` }
  }
  throw new Error(`No kill came while steps were left: ${what} ${name}`)
}

async function endNow(server: Server): Promise<void> {
  server.kill('SIGKILL')
  await server.ended
}

async function freshTables(place: Place): Promise<string> {
  const database = await openTables(place)
  await migrate(database, MIGRATIONS)
  const tables = await describeTables(place, database)
  await database.close()
  return tables
}

/** As pg_dump writes them, without the lines that differ each time; embedded, from its catalogues. */
async function describeTables(place: Place, { db }: Database): Promise<string> {
  if (place.databaseUrl !== undefined)
    return pgDump(place, '--schema-only').replaceAll(/^\\(?:un)?restrict .*$/gm, '')
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by line`.execute(db)
  return rows.map(({ line }) => line).join('\n')
}

async function expectTables(place: Place, wanted: string, failures: Failures, where: string): Promise<void> {
  const database = await openTables(place)
  if ((await describeTables(place, database)) !== wanted) failures.add(`other tables: ${where}`)
  const names = await sql<{ name: string }>`select name from schema_migrations order by name`
    .execute(database.db)
    .then(
      ({ rows }) => rows.map(({ name }) => name),
      (error: unknown) => String(error),
    )
  failures.expect(`steps: ${where}`, names, FILES)
  await database.close()
}
