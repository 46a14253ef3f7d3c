import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fault, type S3Server, startS3 } from '../../../test/support/pictures/s3-server.ts'
import { QUICK } from '../../../test/support/pictures/stores.ts'
import { type S3Config, WrongSetting } from '../config.ts'
import { DomainError } from '../errors.ts'
import { openS3Store } from './s3-store.ts'

/** Failures of S3. The rest is in `file-store.test.ts`. */
describe('openS3Store', () => {
  let s3: S3Server
  let lines: string[]

  beforeAll(async () => {
    s3 = await startS3()
  }, 30_000)
  afterAll(() => s3.close())
  beforeEach(() => {
    s3.fault = 'nothing'
    lines = []
  })

  const open = (config: Partial<S3Config> = {}, pace = QUICK) =>
    openS3Store({
      config: { ...s3.config, ...config },
      log: { warn: (...said: unknown[]) => void lines.push(JSON.stringify(said)) },
      pace,
    })

  it('leaves nothing behind of its check at the start', async () => {
    const store = await open()
    expect(lines).toEqual([])
    await store.write('product/a/320.webp', Buffer.from('x'))
    expect(await store.list('product/')).toEqual(['product/a/320.webp'])
    const trial = s3.asked.filter((line) => line.includes('.check-'))
    expect(trial.at(-1)).toMatch(/^DELETE/)
  })

  it.each<[string, Partial<S3Config>, Fault, RegExp]>([
    [
      'a missing bucket',
      { bucket: 'none' },
      'nothing',
      /^S3_BUCKET: no hay ningún bucket none en http.*NoSuchBucket/,
    ],
    ['an unknown key', { accessKeyId: 'who' }, 'nothing', /^S3_ACCESS_KEY_ID: .*InvalidAccessKeyId/],
    ['a wrong secret', {}, { status: 403, code: 'SignatureDoesNotMatch' }, /^S3_SECRET_ACCESS_KEY: /],
    ['a key without rights', {}, { status: 403, code: 'AccessDenied' }, /^S3_ACCESS_KEY_ID: .*en shop: poné/],
    ['another region', {}, { status: 301, code: 'PermanentRedirect' }, /^S3_REGION: .*us-east-1/],
    ['a web site', {}, 'website', /^S3_ENDPOINT: /],
    ['something that refuses to be written to', {}, { status: 405, code: 'Hello' }, /^S3_ENDPOINT: /],
  ])('does not start with %s, and says so in one line', async (_what, config, fault, says) => {
    s3.fault = fault
    const error: unknown = await open(config).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(WrongSetting)
    expect((error as Error).message).toMatch(says)
    expect((error as Error).message).not.toMatch(/\n|S3RVER/)
  })

  it.each<[string, Fault]>([
    ['resets', 'reset'],
    ['is silent', 'silence'],
    ['is out of order', { status: 500, code: 'InternalError' }],
  ])(
    'starts while S3 %s, refuses meanwhile and goes on by itself',
    async (_what, fault) => {
      s3.fault = fault
      const store = await open()
      expect(lines.join()).toContain('no pictures until it does')
      for (const work of [
        () => store.check(),
        () => store.write('product/a/640.webp', Buffer.from('x')),
        () => store.read('product/a/640.webp'),
        () => store.list('product/'),
        () => store.remove('product/a/640.webp'),
      ]) {
        const refusal = await work().catch((thrown: unknown) => thrown)
        expect(refusal).toBeInstanceOf(DomainError)
        expect(refusal).toMatchObject({
          status: 503,
          message: 'El almacenamiento de imágenes no responde. Probá de nuevo en unos minutos.',
        })
      }
      s3.asked = []
      await expect(store.read('product/a/640.webp')).rejects.toThrow('no responde')
      expect(s3.asked).toEqual([])

      s3.fault = 'nothing'
      await sleep(QUICK.restMs + 50)
      await store.write('product/a/640.webp', Buffer.from('again'))
      expect(await store.read('product/a/640.webp').then((file) => file && buffer(file.stream))).toEqual(
        Buffer.from('again'),
      )
      await store.remove('product/a/640.webp')
    },
    30_000,
  )

  it('starts while S3 stops in the middle of a response', async () => {
    s3.fault = 'cut'
    await open()
    expect(lines.join()).toContain('no pictures until it does')
  })

  it('tries again, three times in all', async () => {
    const store = await open({}, { ...QUICK, writing: { tryMs: 5_000, callMs: 15_000 } })
    s3.asked = []
    s3.fault = { status: 500, code: 'InternalError' }
    await expect(store.write('product/a/640.webp', Buffer.from('x'))).rejects.toThrow('no responde')
    expect(s3.asked).toEqual(Array.from({ length: 3 }, () => 'PUT product/a/640.webp'))
  })

  it('limits the time of a call, also in the middle of a try', async () => {
    const store = await open()
    s3.asked = []
    s3.fault = 'silence'
    await expect(store.read('product/a/320.webp')).rejects.toThrow('no responde')
    // Three tries would take longer than the call may.
    expect(s3.asked).toHaveLength(2)
  })

  it('does not retry a refusal, and does not open the circuit', async () => {
    const store = await open()
    s3.fault = { status: 403, code: 'AccessDenied' }
    s3.asked = []
    for (let i = 0; i < 5; i++) await expect(store.read('product/a/320.webp')).rejects.toThrow('no responde')
    expect(s3.asked).toHaveLength(5)
    s3.fault = 'nothing'
    expect(await store.read('product/none/320.webp')).toBeUndefined()
  })

  it('treats a deleted bucket as an outage, not as a missing file', async () => {
    const store = await open()
    s3.fault = { status: 404, code: 'NoSuchBucket' }
    await expect(store.read('product/a/320.webp')).rejects.toThrow('no responde')
    await expect(store.check()).rejects.toThrow('no responde')
  })

  it.each([
    { status: 507, code: 'InsufficientStorage' },
    { status: 400, code: 'XMinioStorageFull' },
    { status: 403, code: 'QuotaExceeded' },
  ])('says that there is no space at $code', async (fault) => {
    const store = await open()
    s3.fault = fault
    await expect(store.write('product/a/640.webp', Buffer.from('x'))).rejects.toMatchObject({
      status: 503,
      message: 'No hay espacio para guardar archivos. Probá de nuevo más tarde.',
    })
  })

  it('ends with an error instead of half a file', async () => {
    const store = await open()
    await store.write('product/half/320.webp', Buffer.alloc(200_000, 1))
    s3.fault = 'cut'
    const file = await store.read('product/half/320.webp')
    expect(file?.bytes).toBe(200_000)
    await expect(file && buffer(file.stream)).rejects.toThrow()
    expect(lines.join()).toContain('in the middle of a file')
  })

  it('survives an S3 error without a listener', async () => {
    const store = await open()
    await store.write('product/half/320.webp', Buffer.alloc(200_000, 1))
    s3.fault = 'cut'
    const file = await store.read('product/half/320.webp')
    // An error without a listener would end the process, and this test with it.
    await expect.poll(() => file?.stream.destroyed).toBe(true)
  })

  it('reuses its connections', async () => {
    const store = await open()
    await store.write('product/a/320.webp', Buffer.from('x'))
    s3.connections = 0
    for (let i = 0; i < 20; i++) {
      const file = await store.read('product/a/320.webp')
      if (file) await buffer(file.stream)
    }
    expect(s3.connections).toBeLessThanOrEqual(1)
  })

  it('reads a file ahead of a slow client, and drops it when the client goes away', async () => {
    const store = await open()
    await store.write('product/slow/320.webp', Buffer.alloc(200_000, 1))
    const slow = await store.read('product/slow/320.webp')
    await expect.poll(() => slow?.stream.readableLength).toBe(200_000)
    s3.connections = 0
    const file = await store.read('product/a/320.webp')
    if (file) await buffer(file.stream)
    expect(s3.connections).toBe(0)
    slow?.stream.destroy()
    await sleep(20)
    expect(lines).toEqual([])
  })

  it('writes no credential, address or signature into the log', async () => {
    const store = await open()
    s3.fault = { status: 403, code: 'SignatureDoesNotMatch' }
    await expect(store.read('product/a/320.webp')).rejects.toThrow()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/S3RVER|Signature=|AWS4/)
    expect(JSON.parse(lines[0] ?? '')).toEqual([
      { s3: { operation: 'GetObject', code: 'SignatureDoesNotMatch', status: 403 } },
      'S3 did not do it',
    ])
  })
})
