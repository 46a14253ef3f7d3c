import path from 'node:path'
import { failingWrites, fullDisk, smallDisk, writesOf } from './c3-failing-disk/bad-disk.ts'
import {
  type EngineName,
  embeddedPlace,
  engines,
  newCluster,
  placeOn,
} from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { sellInTrouble } from './c3-failing-disk/sales-in-trouble.ts'
import { SAYS_WHERE, uploadInTrouble } from './c3-failing-disk/uploads-in-trouble.ts'

const DATABASE_MB = 160
const PICTURES_MB = 20
const WORKERS = 4

export const proof: Proof = {
  id: 'C3',
  title: 'Full or failing disk',
  claim:
    'On a full or failing disk writes are refused with 503 or 507 in Spanish, nothing is damaged or lost, and writes resume without intervention.',
  how: `The disk of the database (${DATABASE_MB} MB, both engines) fills up while ${WORKERS} customers order, then that of the pictures (${PICTURES_MB} MB) during uploads; then one write in twenty fails with "no space left". Reads continue, except while a database recovers from a failed write. Needs strace: apt-get install strace.`,
  oneTry: 'a full disk and a period of failing writes, of each kind',
  note: 'strace fails writes by count (per thread every 20th, starting at the 20th, 40th, 60th or 80th), not at random. For pictures the shop is patched to give each write its position in the file, so that these writes can fail without those by which Node wakes its threads.',
  tries: { full: 10, short: 2 },
  minutes: 15,
  needs: 'mounts',
  patches: SAYS_WHERE,
  async run(context) {
    const failures = new Failures()
    const lines: string[] = []
    for (const engine of engines) lines.push(await sellOnFullDisk(context, engine, failures))
    lines.push(await uploadToFullDisk(context, failures))
    for (const engine of engines) lines.push(await sellWhileWritesFail(context, engine, failures))
    lines.push(await uploadWhileWritesFail(context, failures))
    return {
      tries: `${context.tries} times a full disk, ${context.tries} times single failing writes: PostgreSQL, embedded, pictures`,
      figure: lines.join('; '),
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'full-is-a-bug',
      patches: [
        {
          find: "const unavailableClasses = ['08', '53', '58']",
          replace: "const unavailableClasses = ['08']",
        },
      ],
      failsWith: /refused otherwise than with 503/,
    },
    {
      name: 'form-on-a-full-disk-is-a-bug',
      patches: [
        {
          find: "if (['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)) {",
          replace: "if (code === 'none') {",
        },
      ],
      failsWith: /upload refused otherwise/,
    },
    {
      name: 'failed-commit-is-a-success',
      patches: [
        {
          find: 'const result = await database.db.transaction().execute(begin)',
          replace: `let known: Result[] | undefined
      const result = await database.db
        .transaction()
        .execute((tx) => begin(tx).then((early) => (known = [early])[0] as Result))
        .catch((error) => { if (known) return known[0] as Result; throw error })`,
        },
      ],
      failsWith: /acknowledged and lost, \w+, single writes/,
    },
    {
      name: 'failed-picture-is-a-success',
      patches: [
        { find: 'await handle.writeFile(bytes)', replace: 'await handle.writeFile(bytes).catch(() => {})' },
      ],
      failsWith: /torn or unfinished file, pictures, single writes/,
    },
  ],
}

async function sellOnFullDisk(
  context: ProofContext,
  engine: EngineName,
  failures: Failures,
): Promise<string> {
  const disk = smallDisk(context, `disk-${engine}`, DATABASE_MB)
  const settings = ['max_wal_size=48MB', 'min_wal_size=32MB']
  const cluster =
    engine === 'postgres'
      ? await newCluster(context, { parent: disk, sharedBuffers: '16MB', settings })
      : undefined
  const place = cluster
    ? await placeOn(context, cluster)
    : { dataDir: path.join(disk, 'data'), databaseUrl: undefined }
  const trouble = () => fullDisk(disk)
  const shop = { name: engine, place, cluster, workers: WORKERS, trouble, lastsMs: 0, keepsReading: true }
  return sellInTrouble(context, shop, failures)
}

async function sellWhileWritesFail(
  context: ProofContext,
  engine: EngineName,
  failures: Failures,
): Promise<string> {
  const cluster = engine === 'postgres' ? await newCluster(context) : undefined
  const place = cluster ? await placeOn(context, cluster) : embeddedPlace(context)
  return sellInTrouble(
    context,
    {
      name: `${engine}, single writes`,
      place,
      cluster,
      workers: WORKERS,
      trouble: ({ pid }) => failingWrites(context, cluster ? writesOf(cluster) : { processes: () => [pid] }),
      lastsMs: 8_000,
      keepsReading: false,
    },
    failures,
  )
}

async function uploadToFullDisk(context: ProofContext, failures: Failures): Promise<string> {
  const dataDir = smallDisk(context, 'disk-pictures', PICTURES_MB)
  const place = { ...(await placeOn(context, await newCluster(context))), dataDir }
  const trouble = () => fullDisk(dataDir)
  return uploadInTrouble(
    context,
    { name: 'pictures', place, trouble, uploads: 5, refusesAll: true },
    failures,
  )
}

async function uploadWhileWritesFail(context: ProofContext, failures: Failures): Promise<string> {
  const place = await placeOn(context, await newCluster(context))
  return uploadInTrouble(
    context,
    {
      name: 'pictures, single writes',
      place,
      patches: SAYS_WHERE,
      trouble: ({ pid }) => failingWrites(context, { processes: () => [pid] }),
      uploads: 40,
      refusesAll: false,
    },
    failures,
  )
}
