import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migratedPlace } from '../../../test/support/databases/embedded-dump.ts'
import { decodersOf } from '../../../test/support/pictures/decoders.ts'
import { openScope } from '../../../test/support/scope.ts'
import { type Server, startServer, WITHOUT_BUILD } from '../../../test/support/servers/start-server.ts'
import type { Place } from '../../../test/support/test-environment.ts'
import { isWhole } from '../../../test/support/whole.ts'

const MEGABYTE = 1024 * 1024
/** 100 MB together: held in memory, they are over the limit. */
const UPLOADS = isWhole ? 40 : 20
/** Memory of the server in MB beyond what one at a time needs: waiting pictures need none, others decode. */
const MOST_GROWTH = 60
const MOST_OF_DECODER = 250

/** A photo as a file of 5 MB: decoders ignore what follows the picture. */
const padded = (photo: Buffer): Buffer => Buffer.concat([photo, Buffer.alloc(5 * MEGABYTE - photo.length)])

/** In another process, so that the memory of the clients is not counted. The figures are for Linux. */
describe.runIf(process.platform === 'linux')(`${UPLOADS} uploads of 5 MB at once`, () => {
  const scope = openScope()
  let place: Place
  let server: Server
  beforeAll(async () => {
    place = await migratedPlace(scope)
    server = await startServer(scope, place, { program: WITHOUT_BUILD })
  }, 60_000)
  afterAll(() => scope.end())

  /** Of the resident memory, in MB. */
  async function peak(pid: number): Promise<number> {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  }

  async function send(bytes: Buffer): Promise<number> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'foto.jpg')
    form.append('upload_preset', 'warranty')
    const reply = await fetch(`${server.url}/api/uploads/`, { method: 'POST', body: form })
    await reply.arrayBuffer()
    return reply.status
  }

  const noisyPhoto = (width: number, height: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: 'green',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer()

  it(`are all accepted, within ${MOST_GROWTH} MB, while others are answered`, async () => {
    const photo = padded(await noisyPhoto(4_000, 3_000))
    // Takes as many bytes and a quarter of the time to decode.
    const bytes = padded(await noisyPhoto(2_000, 1_500))
    const small = padded(
      await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    )
    // The first upload loads the libraries. Two at once are decoded.
    expect(await Promise.all([send(photo), send(photo), send(photo)])).toEqual([201, 201, 201])
    // Resets the peak of the start: `man 5 proc`.
    await writeFile(`/proc/${server.pid}/clear_refs`, '5')
    // The peak of uploads one by one: V8 collects read chunks late, up to 64 MB of them. Small photos pass it quickly.
    for (let upload = 0; upload < 8; upload++) expect(await send(bytes)).toBe(201)
    for (let upload = 0; upload < 32; upload++) expect(await send(small)).toBe(201)
    const before = await peak(server.pid)

    const done = new AbortController()
    const waits: number[] = []
    const asking = (async () => {
      while (!done.signal.aborted) {
        const started = performance.now()
        await (await fetch(`${server.url}/healthz`)).arrayBuffer()
        waits.push(performance.now() - started)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const started = performance.now()
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => send(bytes)))
    const seconds = (performance.now() - started) / 1_000
    done.abort()
    await asking

    const grown = (await peak(server.pid)) - before
    const decoders = await Promise.all(decodersOf(server.pid).map(peak))
    const slowest = waits.toSorted((a, b) => b - a)[Math.floor(waits.length / 100)] ?? 0
    const figures = {
      before,
      grown,
      decoders,
      seconds,
      healthzP99: slowest,
    }
    if (process.env['FIGURES']) process.stdout.write(`${JSON.stringify(figures)}\n`)
    expect(statuses).toEqual(statuses.map(() => 201))
    expect(grown).toBeLessThan(MOST_GROWTH)
    expect(decoders).toHaveLength(2)
    expect(Math.max(...decoders)).toBeLessThan(MOST_OF_DECODER)
    expect(await readdir(join(place.dataDir, 'incoming'))).toEqual([])
  }, 120_000)
})
