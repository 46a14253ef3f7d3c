import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { type Answer, clientAt, countBy } from '../../../test/support/calls/client.ts'
import type { Trouble } from './bad-disk.ts'
import type { Patch } from '../../wrong-builds/locate-patches.ts'
import type { Place } from '../../../test/support/test-environment.ts'
import type { Failures, ProofContext } from '../../support/proof.ts'
import { type Server, startServer } from '../../../test/support/servers/start-server.ts'

/** Writes the same bytes with an explicit offset: only such writes can fail without those of Node itself. */
export const SAYS_WHERE: Patch[] = [
  { find: 'handle.writeFile(bytes)', replace: 'handle.write(bytes, 0, bytes.length, 0)' },
  {
    find: "createWriteStream(file.path, { flags: 'wx', mode: 0o600 })",
    replace: "createWriteStream(file.path, { flags: 'wx', mode: 0o600, start: 0 })",
  },
]

/** A shop whose pictures are on a disk with faults. */
export interface TroubledPictures {
  /** For failures and the figure. */
  name: string
  place: Place
  patches?: Patch[]
  trouble: (server: Server) => Trouble
  /** Number of uploads during a fault. */
  uploads: number
  /** Whether none of them can be stored. */
  refusesAll: boolean
}

/**
 * Uploads photos before, during and after as many faults as there are tries: acknowledged photos are complete and shown,
 * refused ones leave no files, and after a fault photos are stored again.
 */
export async function uploadInTrouble(
  context: ProofContext,
  pictures: TroubledPictures,
  failures: Failures,
): Promise<string> {
  const { name, place, patches = [] } = pictures
  const server = await startServer(context, place, { patches })
  const trouble = pictures.trouble(server)
  const photo = await noisyPhoto()
  const kept: Answer[] = []
  const refused: Answer[] = []
  let failed: number | undefined
  for (let round = 0; round < context.tries; round++) {
    kept.push(await expectUpload(server, photo, failures, name))
    await trouble.begin()
    for (let n = 0; n < pictures.uploads; n++) {
      const answer = await upload(server, photo)
      if (answer.status === 201 && !pictures.refusesAll) kept.push(answer)
      else refused.push(answer)
    }
    const shown = await fetch(`${server.url}${pathOf(kept[0])}`)
    if (shown.status !== 200) failures.add(`a picture is not shown meanwhile, ${name}`, String(shown.status))
    const failedNow = await trouble.end()
    if (failedNow !== undefined) failed = (failed ?? 0) + failedNow
    kept.push(await expectUpload(server, photo, failures, name))
  }
  if (failed === 0) failures.add(`no write failed, ${name}`)
  for (const { status, body, text } of refused) {
    if (![503, 507].includes(status) || !/espacio/.test(String(body?.message)))
      failures.add(`an upload refused otherwise, ${name}`, `${status} ${text}`)
  }
  const torn = await tornFiles(path.join(place.dataDir, 'media'))
  for (const file of torn) failures.add(`a torn or unfinished file, ${name}`, file)
  const leftOver = readdirSync(path.join(place.dataDir, 'incoming'))
  if (leftOver.length > 0) failures.add(`forms left behind, ${name}`, String(leftOver.length))
  await server.stop()
  const writes = failed === undefined ? '' : `${failed} writes failed, `
  const figure = `${name}: ${writes}${kept.length} kept, ${refused.length} refused ${JSON.stringify(countBy(refused, ({ status }) => status))}, ${torn.length} torn`
  context.say(figure)
  return figure
}

function noisyPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#3a5', noise } })
    .jpeg()
    .toBuffer()
}

const pathOf = (answer: Answer | undefined) =>
  new URL(String(answer?.body?.secure_url), 'http://shop.example').href.replace(/^https?:\/\/[^/]+/, '')

async function expectUpload(
  server: Server,
  photo: Buffer,
  failures: Failures,
  name: string,
): Promise<Answer> {
  const answer = await upload(server, photo)
  if (answer.status !== 201) failures.add(`an upload with space, ${name}`, `${answer.status} ${answer.text}`)
  return answer
}

function upload(server: Server, photo: Buffer): Promise<Answer> {
  const form = new FormData()
  form.set('upload_preset', 'warranty')
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg')
  return clientAt(server.url).post('/uploads/', form)
}

/** Every file must be a complete picture, and no temporary file may remain. */
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
