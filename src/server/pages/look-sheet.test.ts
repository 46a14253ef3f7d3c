import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookKey } from '../../contract/settings/look.ts'
import { serveLookSheet } from './look-sheet.ts'

describe('GET /look/{key}/{sheet}', () => {
  const app = Fastify()
  let folder: string
  let tokens = ':root{--primary:#123456}'
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'surbrote-look-'))
    await writeFile(path.join(folder, 'site-x.css'), 'body{margin:0}')
    serveLookSheet(app, [path.join(folder, 'site-x.css')], () => Promise.resolve(tokens))
  })
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const get = (key: string, headers = {}) => app.inject({ url: `/look/${key}/site-x.css`, headers })

  it('sends the sheet with the tokens appended, for good', async () => {
    const reply = await get(lookKey(tokens))
    expect([reply.statusCode, reply.body]).toEqual([200, `body{margin:0}${tokens}`])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const small = await get(lookKey(tokens), { 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(reply.body)
  })

  it("sends today's look under an older key, and does not let it be kept", async () => {
    const older = lookKey(tokens)
    tokens = ':root{--primary:#654321}'
    const reply = await get(older)
    expect([reply.body, reply.headers['cache-control']]).toEqual([`body{margin:0}${tokens}`, 'no-store'])
    expect((await get(lookKey(tokens))).headers['cache-control']).toContain('immutable')
  })

  it('is read again after a failure', async () => {
    const [sheet, away] = ['site-x.css', 'away.css'].map((name) => path.join(folder, name))
    tokens = ':root{--primary:#abcdef}'
    await rename(String(sheet), String(away))
    expect((await get(lookKey(tokens))).statusCode).toBe(500)
    await rename(String(away), String(sheet))
    expect((await get(lookKey(tokens))).statusCode).toBe(200)
  })

  it('has no other sheet', async () => {
    expect((await app.inject('/look/x/other.css')).statusCode).not.toBe(200)
  })
})
