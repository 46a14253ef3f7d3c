import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const MEGABYTE = 1024 * 1024
const UPLOADS = 40
/** Two pictures being decoded, and no more for the other thirty-eight. */
const MOST_GROWTH = 150

/** Another process, so that what the clients hold is not counted. The figures are those of Linux. */
describe.runIf(process.platform === 'linux')('forty uploads of 5 MB at once', () => {
  let folder: string
  let server: ChildProcess
  let origin: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'surbrote-memory-'))
    server = spawn(process.execPath, ['test/support/serve-embedded.ts', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // As `scripts/run-file.mjs` starts the shop.
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    })
    origin = await new Promise((resolve, reject) => {
      server.once('exit', () => reject(new Error('The server did not start')))
      server.stdout?.on('data', (chunk: Buffer) => {
        const port = /listening (\d+)/.exec(String(chunk))?.[1]
        if (port) resolve(`http://127.0.0.1:${port}`)
      })
    })
  }, 60_000)
  afterAll(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  async function memory(what: 'VmRSS' | 'VmHWM'): Promise<number> {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  }

  async function send(bytes: Buffer): Promise<number> {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'foto.jpg')
    form.append('upload_preset', 'warranty')
    const reply = await fetch(`${origin}/api/uploads/`, { method: 'POST', body: form })
    await reply.arrayBuffer()
    return reply.status
  }

  it(`are all taken, within ${MOST_GROWTH} MB, while others are answered`, async () => {
    const photo = await sharp({
      create: {
        width: 4_000,
        height: 3_000,
        channels: 3,
        background: 'green',
        noise: { type: 'gaussian', mean: 128, sigma: 12 },
      },
    })
      .jpeg({ quality: 70 })
      .toBuffer()
    const bytes = Buffer.concat([photo, Buffer.alloc(5 * MEGABYTE - photo.length)])
    // The first brings in the libraries.
    expect(await send(bytes)).toBe(201)
    // Forgets the peak of the start: `man 5 proc`.
    await writeFile(`/proc/${server.pid}/clear_refs`, '5')
    const before = await memory('VmRSS')

    const done = new AbortController()
    const waits: number[] = []
    const asking = (async () => {
      while (!done.signal.aborted) {
        const started = performance.now()
        await (await fetch(`${origin}/healthz`)).arrayBuffer()
        waits.push(performance.now() - started)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    const started = performance.now()
    const statuses = await Promise.all(Array.from({ length: UPLOADS }, () => send(bytes)))
    const seconds = (performance.now() - started) / 1_000
    done.abort()
    await asking

    const grown = (await memory('VmHWM')) - before
    const slowest = waits.toSorted((a, b) => b - a)[Math.floor(waits.length / 100)] ?? 0
    const figures = { photoMB: photo.length / MEGABYTE, before, grown, seconds, healthzP99: slowest }
    if (process.env['FIGURES']) process.stdout.write(`${JSON.stringify(figures)}\n`)
    expect(statuses).toEqual(statuses.map(() => 201))
    expect(grown).toBeLessThan(MOST_GROWTH)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  }, 120_000)
})
