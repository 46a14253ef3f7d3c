import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { decodersOf } from '../../../test/support/pictures/decoders.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'
import { decodeApart, stopDecoders } from './decoders.ts'

// Runs alone: it stops the decoders of its process.

const LONG = 30_000
const SECRET = 'nadie-lo-sabe'

const decoders = () => decodersOf(process.pid)

describe.runIf(process.platform === 'linux')('decodeApart', () => {
  let small: Buffer
  let large: Buffer
  beforeAll(async () => {
    for (const name of ['SHOP_SECRET', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET']) vi.stubEnv(name, SECRET)
    small = await jpeg(40, 40)
    large = await jpeg(7_000, 7_000)
  })
  afterAll(() => vi.unstubAllEnvs())
  const decode = (source: Buffer, withinMs = LONG) =>
    decodeApart({ kind: 'webp', source, preset: 'warranty' }, withinMs)

  it('uses one process again and again', async () => {
    expect(await decode(small)).toMatchObject([{ width: 40, height: 40 }])
    const first = decoders()
    await decode(small)
    expect([first.length, decoders()]).toEqual([1, first])
  })

  it("starts it without the shop's settings", () => {
    const [pid] = decoders()
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(environment).toContain('PATH=')
    for (const name of ['SHOP_SECRET', 'DATABASE_URL', 'SMTP_URL', 'S3_SECRET']) {
      expect(process.env[name]).toBe(SECRET)
      expect(environment).not.toContain(name)
    }
    expect(environment).not.toContain(SECRET)
  })

  it.runIf(process.getuid?.() === 0)('starts it as another user, whom root shares nothing with', async () => {
    const [pid] = decoders()
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    for (const name of ['Uid', 'Gid'])
      expect(status).toMatch(new RegExp(`^${name}:\\s+65534\\s+65534\\s+65534\\s+65534$`, 'm'))
    expect(status).toMatch(/^Groups:\s*$/m)
    expect(status).toMatch(/^CapEff:\s*0+$/m)
  })

  it('reads a file for it, which it could not open itself', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'photo-')), 'photo.jpg')
    await writeFile(file, small, { mode: 0o600 })
    expect(await decodeApart({ kind: 'webp', source: file, preset: 'warranty' }, LONG)).toHaveLength(1)
    await rm(path.dirname(file), { recursive: true })
  })

  it('kills a process at its limit, and takes another one', async () => {
    const before = decoders()
    await expect(decode(large, 20)).rejects.toMatchObject({ kind: 'killed' })
    expect(await decode(small)).toHaveLength(1)
    expect(decoders()).toHaveLength(1)
    expect(decoders()).not.toEqual(before)
  })

  it('reports a process that crashes, and takes another one', async () => {
    const [pid = 0] = decoders()
    const decoding = decode(large)
    process.kill(pid, 'SIGSEGV')
    await expect(decoding).rejects.toMatchObject({
      kind: 'killed',
      message: 'The decoder ended with SIGSEGV',
    })
    expect(await decode(small)).toHaveLength(1)
  })

  it('is ended only by its server', async () => {
    const [pid = 0] = decoders()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(pid, signal)
    expect(await decode(small)).toHaveLength(1)
    expect(decoders()).toEqual([pid])
  })

  it('ends after five minutes without a picture', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await decode(small)
      vi.advanceTimersByTime(5 * 60_000)
    } finally {
      vi.useRealTimers()
    }
    await expect.poll(decoders).toEqual([])
    expect(await decode(small)).toHaveLength(1)
  })

  it('kills running decoders when the shop stops', async () => {
    const decoding = decode(large)
    const began = performance.now()
    stopDecoders()
    await expect(decoding).rejects.toMatchObject({ kind: 'stopping' })
    await expect(decode(small)).rejects.toMatchObject({ kind: 'stopping' })
    expect(performance.now() - began).toBeLessThan(1_000)
    await expect.poll(decoders).toEqual([])
  })
})
