import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { CANARY, type HostileFile, hostileFiles } from '../../test/support/hostile-inputs/hostile-files.ts'
import { multipart, type Part } from '../../test/support/calls/multipart.ts'
import { freePort } from '../../test/support/databases/postgres.ts'
import { hangingDecoder, manyScansAtOnce } from './u1-uploads/busy-decoders.ts'
import { endless, MEGABYTE, MOST_READ_MB } from './u1-uploads/endless-bodies.ts'
import { hostileLogos } from './u1-uploads/logos.ts'
import { claimOf } from '../../test/support/sales/goods.ts'
import { decodersOf, HANGING_DECODER } from '../../test/support/pictures/decoders.ts'
import { newCluster, type Place, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof } from '../support/proof.ts'
import { inParallel } from '../../test/support/calls/raw.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'

/** Memory limit of the server; decoding is in other processes. */
const MOST_GROWTH_MB = 60
/** Memory limit of each decoder: fifty million pixels to rotate are in memory at once. */
const MOST_DECODER_MB = 350
const MOST_LAG_MS = 100

export const proof: Proof = {
  id: 'U1',
  title: 'Malicious uploads',
  claim:
    "Every upload is refused in Spanish or re-encoded without the sender's metadata, and the server stays small and responsive.",
  how: `Decompression bombs, SVG, GIF, TIFF, HEIC, polyglots, truncated files, GPS and XMP, 5 MB plus a byte, odd names and types, four files, endless bodies, several concurrently; the same files and hostile SVGs as a logo, which is stored with shapes only; three of 4.8 MB with 60,000 scans while others upload and order; a decoder that never ends. exiftool (apt-get install libimage-exiftool-perl) finds no metadata in stored files. The server grows by less than ${MOST_GROWTH_MB} MB, a decoder stays below ${MOST_DECODER_MB} MB, the event loop delay (p99) below ${MOST_LAG_MS} ms, and at most ${MOST_READ_MB} MB of a body are read.`,
  oneTry: 'a round of all files',
  tries: { full: 5, short: 1 },
  patches: [HANGING_DECODER],
  async run(context) {
    if (spawnSync('which', ['exiftool']).status !== 0)
      throw new Error('Not installed: apt-get install -y libimage-exiftool-perl')
    const place = await placeOn(context, await newCluster(context))
    const metricsPort = await freePort()
    const server = await startServer(context, place, { env: { METRICS_PORT: String(metricsPort) } })
    // A wrong build does not kill the decoder that never ends, which outlives the server then.
    context.onEnd(() => {
      if (server.isRunning()) for (const pid of decodersOf(server.pid)) process.kill(pid, 'SIGKILL')
    })
    const failures = new Failures()
    const files = await hostileFiles()
    if (files.length < 60) failures.add('too few files', String(files.length))
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a6b3f' } })
      .jpeg()
      .toBuffer()
    // The first upload loads the libraries.
    await upload(server, { says: 'a photo', bytes: photo, expected: [300, 200] })

    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = memoryOf(server.pid, 'VmRSS')
    await lagOf(metricsPort)
    const sum = { refused: 0, kept: 0, cut: 0 }
    const rounds = Array.from({ length: context.tries }, () => files).flat()
    await inParallel(rounds, 4, (file) => judge(server, place, file, failures, sum))
    const lag = await lagOf(metricsPort)
    const grown = memoryOf(server.pid, 'VmHWM') - before
    const decoder = Math.max(...decodersOf(server.pid).map((pid) => memoryOf(pid, 'VmHWM')))
    if (grown > MOST_GROWTH_MB) failures.add(`memory grows more than ${MOST_GROWTH_MB} MB`, grown.toFixed(0))
    if (decoder > MOST_DECODER_MB)
      failures.add(`memory of a decoder is above ${MOST_DECODER_MB} MB`, decoder.toFixed(0))
    if (lag > MOST_LAG_MS) failures.add(`the event loop waits longer than ${MOST_LAG_MS} ms`, lag.toFixed(0))

    await tooMany(server, photo, failures)
    const logos = await hostileLogos({ context, place, server, failures }, files)
    const read = await endless(server, failures)
    const scene = {
      context,
      place,
      server,
      failures,
      upload: (to: Server, bytes: Buffer) => upload(to, { says: '', bytes, expected: 'refused' }),
    }
    const busy = [await manyScansAtOnce(scene), await hangingDecoder(scene)]
    const traces = expectClean(place, failures)
    const left = readdirSync(path.join(place.dataDir, 'incoming'))
    if (left.length > 0) failures.add('files are left behind', left.join())
    if (!server.isRunning()) failures.add('the server ended')
    return {
      tries: `${files.length} files × ${context.tries}, four at once`,
      figure: `${sum.refused} refused, ${sum.cut} cut, ${sum.kept} re-encoded; ${traces}; memory +${grown.toFixed(0)} MB, a decoder ${decoder.toFixed(0)} MB, event loop p99 ${lag.toFixed(0)} ms, of an endless body ${read.toFixed(1)} MB read; ${logos}; ${busy.join('; ')}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      failures: failures.list(),
    }
  },
  broken: [
    {
      name: 'keeps-metadata',
      patches: [
        {
          find: 'await encode(sharp(upright.data, { raw }).resize({ width }).webp({ quality: 78, effort: 4 })),',
          replace:
            'await encode((void raw, sharp(source)).keepMetadata().resize({ width }).webp({ quality: 78, effort: 4 })),',
        },
      ],
      failsWith: /the sender's|the canary/,
    },
    {
      name: 'takes-every-format',
      patches: [
        {
          find: 'if (!isPhotoFormat(start)) throw notAPicture(isHeicFormat(start) ? HEIC_PICTURE : NOT_A_PICTURE)',
          replace: 'void isPhotoFormat',
        },
        { find: "sharp.block({ operation: ['VipsForeignLoad'] })", replace: '' },
      ],
      failsWith: /is taken/,
    },
    {
      name: 'no-pixel-limit',
      patches: [
        { find: 'limitInputPixels: MAX_PIXELS,', replace: 'limitInputPixels: MAX_PIXELS > 0 ? false : 0,' },
      ],
      failsWith: /bomb|memory/,
    },
    {
      name: 'any-number-of-scans',
      patches: [
        { find: 'if (hasTooManyParts(bytes)) throw', replace: 'if (hasTooManyParts(bytes) && !bytes) throw' },
      ],
      failsWith: /beside many scans an upload waits/,
    },
    {
      name: 'kills-no-decoder',
      patches: [
        {
          find: 'const timer = setTimeout(() => this.kill(), withinMs)',
          replace: 'const timer = setTimeout(() => withinMs, withinMs)',
        },
      ],
      failsWith: /a hanging decoder is not killed/,
    },
    {
      name: 'keeps-the-drawing-as-sent',
      patches: [
        {
          find: 'return { png, svg: drawing && Buffer.from(drawing.svg) }',
          replace: 'return { png, svg: drawing && Buffer.from(await textOf(source)) }',
        },
      ],
      failsWith: /the canary is kept in a logo|a logo is kept as it was sent/,
    },
    {
      name: 'draws-any-element',
      patches: [
        {
          find: 'if (!isHidden && !SHAPES.has(tag.name)) throw new SvgRefused(refusalOf(tag.name))',
          replace:
            'if (!isHidden && tag.name === SHAPES.toString()) throw new SvgRefused(refusalOf(tag.name))',
        },
      ],
      failsWith: /a logo with .* is taken/,
    },
    {
      name: 'reads-to-the-end',
      patches: [
        { find: "part.file.once('limit', () => request.raw.unpipe())", replace: '' },
        {
          find: 'next(file.bytes > maxFileBytes ? fileTooLarge(maxFileBytes, fileName) : null, chunk)',
          replace: 'next(null, chunk)',
        },
      ],
      failsWith: /of an endless body/,
    },
  ],
}

/** The fields used, of answers of every shape. */
interface Uploaded {
  id?: string
  width?: number
  height?: number
  error?: string
}

async function post(server: Server, address: string, parts: Part[]) {
  const { payload, headers } = multipart(parts)
  const response = await fetch(`${server.url}/api${address}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
    signal: AbortSignal.timeout(60_000),
  })
  const body = (await response.json().catch(() => ({}))) as Uploaded
  return { status: response.status, body }
}

function upload(server: Server, { bytes, filename = 'foto.jpg', type = 'image/jpeg' }: HostileFile) {
  return post(server, '/uploads/', [
    { name: 'upload_preset', body: 'warranty' },
    { name: 'file', filename, type, body: bytes },
  ])
}

async function judge(
  server: Server,
  place: Place,
  file: HostileFile,
  failures: Failures,
  sum: { refused: number; kept: number; cut: number },
): Promise<void> {
  const { status, body } = await upload(server, file).catch((error: unknown) => ({
    status: 0,
    body: { error: String(error) } as Uploaded,
  }))
  // The server reads far too large a body for a moment and then cuts it, so the client may miss the reason.
  if (status === 0 && file.bytes.length > MOST_READ_MB * MEGABYTE) {
    sum.cut += 1
    return
  }
  if (status === 0) return failures.add(`no answer to ${file.says}`, String(body.error))
  if (file.expected === 'refused') {
    sum.refused += 1
    if (status < 300) return failures.add(`${file.says} is taken`)
    const isClear = [400, 413, 415].includes(status) && /imagen/.test(String(body?.error))
    if (!isClear) failures.add(`${file.says} is not refused clearly`, `${status} ${JSON.stringify(body)}`)
    return
  }
  sum.kept += 1
  if (status !== 201) return failures.add(`${file.says} is refused`, `${status} ${JSON.stringify(body)}`)
  failures.expect(`${file.says} has another size`, [body.width, body.height], file.expected)
  const folder = path.join(place.dataDir, 'media/warranty', String(body.id))
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(path.join(folder, name))
    if (bytes.includes(CANARY)) failures.add('the canary is kept', file.says)
    const { format } = await sharp(bytes).metadata()
    if (format !== 'webp') failures.add('another format is kept', `${file.says}: ${format}`)
  }
}

const GROUPS_OF_FILES = new Set(['SourceFile', 'ExifTool', 'System', 'File', 'RIFF', 'Composite'])

/** Properties of a logo's pixels and shapes. */
const OF_A_LOGO =
  /^(?:PNG:(?:ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|Palette|Transparency)|PNG-pHYs:\w+|SVG:(?:Xmlns|ViewBox))$/

/** Everything that exiftool finds in stored files: only the properties of every file. */
function expectClean(place: Place, failures: Failures): string {
  const output = execFileSync('exiftool', ['-json', '-G1', '-r', path.join(place.dataDir, 'media')], {
    maxBuffer: 64 * MEGABYTE,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const all = JSON.parse(output.toString()) as Record<string, unknown>[]
  let traces = 0
  for (const file of all) {
    for (const tag of Object.keys(file)) {
      if (GROUPS_OF_FILES.has(tag.split(':', 1)[0] ?? '') || OF_A_LOGO.test(tag)) continue
      traces += 1
      failures.add("the sender's metadata are kept", tag)
    }
  }
  if (all.length < 20) failures.add('exiftool saw too little', String(all.length))
  return `exiftool: ${traces} traces in ${all.length} files`
}

async function tooMany(server: Server, photo: Buffer, failures: Failures): Promise<void> {
  const fields = Object.entries(claimOf()).map(([name, body]) => ({ name, body }))
  const photos = Array.from({ length: 4 }, () => ({ name: 'photos', filename: 'a.jpg', body: photo }))
  const { status, body } = await post(server, '/warranty-claims/', [...fields, ...photos])
  if (status !== 400 || !/fotos/.test(String(body?.error)))
    failures.add('a fourth photo', `${status} ${JSON.stringify(body)}`)
  const two = await post(server, '/uploads/', [
    { name: 'upload_preset', body: 'warranty' },
    ...[1, 2].map(() => ({ name: 'file', filename: 'a.jpg', body: photo })),
  ])
  if (two.status !== 400) failures.add('a second picture', String(two.status))
}

/** In MB. */
function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** The event loop delay in milliseconds since the last call. */
async function lagOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lag = /^nodejs_eventloop_lag_p99_seconds\s+(\S+)/m.exec(text)?.[1]
  if (lag === undefined) throw new Error(`No nodejs_eventloop_lag_p99_seconds: ${text.slice(0, 200)}`)
  return Number(lag) * 1_000
}
