import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { insertPerson } from '../test/support/people.ts'
import type { Cluster } from '../test/support/postgres.ts'
import { bookProblems, halfOrders, missingOrders } from './support/books.ts'
import { startBuyers, until } from './support/buyers.ts'
import { type Answer, type Client, clientAt, countBy } from './support/client.ts'
import { allowPending, type Item, newItem, orderOf } from './support/goods.ts'
import { ENGINES, mountSmallDisk, newCluster, type Place, placeOn, withShopOf } from './support/places.ts'
import { Failures, type Proof, type ProofContext, spread } from './support/proof.ts'
import { type Server, startServer } from './support/server.ts'

const DATABASE_MB = 160
const PICTURES_MB = 20
const WORKERS = 4
const REFUSALS = 20
const RESUME_WITHIN_MS = 15_000

export const proof: Proof = {
  id: 'C3',
  title: `Disk full: the database's (${DATABASE_MB} MB, both engines) under ${WORKERS} customers, then the pictures' (${PICTURES_MB} MB) under uploads; writes are refused with 503 or 507 in Spanish, reads go on, nothing is torn or lost, writes go on by themselves when there is space again`,
  tries: { full: 10, short: 2 },
  needs: 'mounts',
  async run(context) {
    const failures = new Failures()
    const lines: string[] = []
    for (const engine of ENGINES) lines.push(await fullDatabase(context, engine, failures))
    lines.push(await fullPictures(context, failures))
    return {
      tries: `${context.tries} times full: PostgreSQL, embedded, pictures`,
      figure: lines.join('; '),
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'full-is-a-bug',
      patches: [
        {
          file: 'src/server/db/errors.ts',
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
          file: 'src/server/files/receive-form.ts',
          find: "if (['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'].includes(code)) {",
          replace: "if (code === 'none') {",
        },
      ],
      failsWith: /upload refused otherwise/,
    },
  ],
}

async function fullDatabase(context: ProofContext, engine: string, failures: Failures): Promise<string> {
  const disk = smallDisk(context, `disk-${engine}`, DATABASE_MB)
  const { place, cluster } = await placeOnDisk(context, disk, engine)
  const scene = await withShopOf(context, place, async (shop) => {
    await allowPending(shop)
    const people = await Promise.all(Array.from({ length: 40 }, () => insertPerson(shop)))
    const item = await newItem(shop, 1_000_000)
    return { item, order: orderOf(item), tokens: people.map(({ access }) => access) }
  })
  const server = await startServer(context, place)
  const buyers = startBuyers(server.url, { ...scene, workers: WORKERS })
  const client = clientAt(server.url, scene.tokens[0])
  const refusals = () => Object.values(buyers.others).reduce((sum, count) => sum + count, 0)
  const resumed: number[] = []
  let revived = 0
  let reads = 0
  for (let round = 0; round < context.tries; round++) {
    const sold = buyers.acknowledged.length
    await until('it sells', () => buyers.acknowledged.length >= sold + 20 || !server.isRunning())
    const before = refusals()
    const filler = fill(disk)
    await until('writes are refused', () => refusals() >= before + REFUSALS || !server.isRunning(), 120)
    reads += await readsWork(client, scene.item, failures, engine)
    rmSync(filler)
    const freed = performance.now()
    if (cluster && !(await isUp(cluster))) {
      // It had no space to recover from its own panic; its supervisor starts it again.
      revived += 1
      await cluster.start()
    }
    await until(
      `writes go on on ${engine}`,
      () => (buyers.answeredAt.at(-1) ?? 0) > freed || !server.isRunning(),
    )
    if (!server.isRunning()) break
    resumed.push((buyers.answeredAt.find((at) => at > freed) ?? freed) - freed)
  }
  if (!server.isRunning()) failures.add(`the server ended on ${engine}`, server.log().slice(-500))
  await buyers.stop()
  for (const status of Object.keys(buyers.others).filter((each) => !['503', '507'].includes(each)))
    failures.add(
      `refused otherwise than with 503 or 507 on ${engine}`,
      `${status}: ${[...buyers.texts].join('; ')}`,
    )
  for (const text of buyers.texts)
    if (!/^50[37] \w+ .*[a-záéíóú]{3}\./.test(text)) failures.add('not a text for people', text)
  for (const ms of resumed.filter((each) => context.judgesTime && each > RESUME_WITHIN_MS))
    failures.add(`writes went on late on ${engine}`, `${ms} ms`)
  if (server.isRunning()) await server.stop()
  await withShopOf(context, place, async ({ db }) => {
    for (const id of await missingOrders(db, buyers.acknowledged))
      failures.add(`acknowledged and lost on ${engine}`, `${id}`)
    for (const problem of await halfOrders(db)) failures.add(`half an order on ${engine}`, problem)
    for (const problem of await bookProblems(db)) failures.add(`books do not agree on ${engine}`, problem)
  })
  const revivals = revived > 0 ? `, started again by its supervisor ${revived} times` : ''
  const figure = `${engine}: ${buyers.acknowledged.length} acknowledged, ${refusals()} refused ${JSON.stringify(buyers.others)}, ${reads} reads meanwhile, orders again after ${spread(resumed)}${revivals}`
  context.say(figure)
  return figure
}

async function placeOnDisk(
  context: ProofContext,
  disk: string,
  engine: string,
): Promise<{ place: Place; cluster?: Cluster }> {
  if (engine === 'embedded') return { place: { dataDir: path.join(disk, 'data'), databaseUrl: undefined } }
  const settings = ['max_wal_size=48MB', 'min_wal_size=32MB']
  const cluster = await newCluster(context, { parent: disk, sharedBuffers: '16MB', settings })
  return { place: await placeOn(context, cluster), cluster }
}

async function isUp(cluster: Cluster): Promise<boolean> {
  // A postmaster that gives up needs a moment to be gone.
  await sleep(1_000)
  return cluster.isRunning()
}

/** What people look at while nothing can be written. */
async function readsWork(client: Client, item: Item, failures: Failures, engine: string): Promise<number> {
  const paths = [
    '/products/',
    `/products/${item.product_id}/`,
    '/orders/my-orders/',
    '/banners/',
    '/auth/profile/',
  ]
  const answers: Answer[] = []
  for (let n = 0; n < 4; n++) for (const each of paths) answers.push(await client.get(each))
  for (const { status, text } of answers)
    if (status !== 200) failures.add(`a read while full on ${engine}`, `${status} ${text}`)
  return answers.length
}

async function fullPictures(context: ProofContext, failures: Failures): Promise<string> {
  const dataDir = smallDisk(context, 'disk-pictures', PICTURES_MB)
  const place = { ...(await placeOn(context, await newCluster(context))), dataDir }
  const server = await startServer(context, place)
  const photo = await sharp({
    create: {
      width: 1_200,
      height: 900,
      channels: 3,
      background: '#3a5',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()
  const kept: Answer[] = []
  const refused: Answer[] = []
  for (let round = 0; round < context.tries; round++) {
    kept.push(await expectUpload(server, photo, failures))
    const filler = fill(dataDir)
    for (let n = 0; n < 5; n++) refused.push(await upload(server, photo))
    const shown = await fetch(`${server.url}${pathOf(kept[0])}`)
    if (shown.status !== 200) failures.add('a picture is not shown while full', String(shown.status))
    rmSync(filler)
    kept.push(await expectUpload(server, photo, failures))
  }
  for (const { status, body, text } of refused) {
    if (![503, 507].includes(status) || !/espacio/.test(String(body?.message)))
      failures.add('an upload refused otherwise', `${status} ${text}`)
  }
  const torn = await tornFiles(path.join(dataDir, 'media'))
  for (const file of torn) failures.add('a torn or unfinished file', file)
  const leftOver = readdirSync(path.join(dataDir, 'incoming'))
  if (leftOver.length > 0) failures.add('forms left behind', String(leftOver.length))
  const figure = `pictures: ${kept.length} kept, ${refused.length} refused ${JSON.stringify(countBy(refused, ({ status }) => status))}, ${torn.length} torn`
  context.say(figure)
  return figure
}

const pathOf = (answer: Answer | undefined) =>
  new URL(String(answer?.body?.secure_url), 'http://shop.example').href.replace(/^https?:\/\/[^/]+/, '')

async function expectUpload(server: Server, photo: Buffer, failures: Failures): Promise<Answer> {
  const answer = await upload(server, photo)
  if (answer.status !== 201) failures.add('an upload with space', `${answer.status} ${answer.text}`)
  return answer
}

function upload(server: Server, photo: Buffer): Promise<Answer> {
  const form = new FormData()
  form.set('upload_preset', 'warranty')
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg')
  return clientAt(server.url).post('/uploads/', form)
}

/** Every file must be a whole picture; none may be left where they are written. */
async function tornFiles(media: string): Promise<string[]> {
  const files = readdirSync(media, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const torn: string[] = []
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name)
    const isWhole = await sharp(file, { failOn: 'error' })
      .stats()
      .then(
        () => !parentPath.endsWith('.unfinished'),
        () => false,
      )
    if (!isWhole) torn.push(file)
  }
  return torn
}

function smallDisk(context: ProofContext, name: string, megabytes: number): string {
  const folder = path.join(context.folder, name)
  mkdirSync(folder)
  mountSmallDisk(context, folder, megabytes)
  return folder
}

/** A file that takes all there is, to the last block. */
function fill(disk: string): string {
  const filler = path.join(disk, 'filler')
  const file = openSync(filler, 'w')
  const piece = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize > 64 * 1024) throw new Error(`${disk} is not full`)
  return filler
}
