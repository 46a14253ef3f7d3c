import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipart, upload } from '../../../test/support/calls/multipart.ts'
import { openShop, type TestShop } from '../../../test/support/open-shop.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'

const MEGABYTE = 1024 * 1024

describe('POST /uploads/ over a connection', () => {
  let shop: TestShop
  let port: number

  beforeAll(async () => {
    shop = await openShop('embedded')
    port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port)
  })
  afterAll(() => shop.close())

  /** Sends until the connection is cut; returns how much was read and the response. */
  function stream(total: number, headers: Record<string, string> = {}) {
    const { payload, headers: type } = multipart([
      { name: 'upload_preset', body: 'warranty' },
      { name: 'file', filename: 'a.jpg', body: '' },
    ])
    const end = payload.lastIndexOf('\r\n--')
    const start = payload.subarray(0, end)
    return new Promise<{ read: number; status: number | undefined }>((resolve) => {
      let [sent, status] = [0, undefined as number | undefined]
      let socket: Socket | undefined
      shop.app.server.once('connection', (each: Socket) => (socket = each))
      const call = httpRequest({
        agent: false,
        port,
        path: '/api/uploads/',
        method: 'POST',
        headers: { ...type, ...headers },
      })
      call.on('response', (reply) => {
        status = reply.statusCode
        reply.resume()
      })
      call.on('error', () => {})
      call.on('close', () => resolve({ read: socket?.bytesRead ?? total, status }))
      call.write(start)
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (!call.destroyed && sent < total) {
          sent += chunk.length
          if (!call.write(chunk)) {
            call.once('drain', more)
            return
          }
        }
        if (!call.destroyed) call.end(payload.subarray(end))
      }
      more()
    })
  }

  it('answers 413 to 5.1 MB, and stops reading 200 MB', async () => {
    expect((await stream(5.1 * MEGABYTE)).status).toBe(413)
    const { read } = await stream(200 * MEGABYTE)
    expect(read / MEGABYTE).toBeGreaterThan(5)
    expect(read / MEGABYTE).toBeLessThan(6)
    const announced = await stream(200 * MEGABYTE, { 'content-length': String(200 * MEGABYTE) })
    expect(announced.read / MEGABYTE).toBeLessThan(1)
  })

  it('keeps nothing of a client that disconnects half way', async () => {
    const { payload, headers } = multipart([
      { name: 'upload_preset', body: 'warranty' },
      { name: 'file', filename: 'a.jpg', body: Buffer.alloc(MEGABYTE) },
    ])
    const folder = join(shop.shop.config.dataDir, 'incoming')
    const call = httpRequest({
      port,
      path: '/api/uploads/',
      method: 'POST',
      headers: { ...headers, 'content-length': payload.length },
    })
    call.on('error', () => {})
    call.write(payload.subarray(0, payload.length / 2))
    await expect.poll(async () => (await readdir(folder)).length).toBe(1)
    call.destroy()
    await expect.poll(async () => (await readdir(folder)).length).toBe(0)
    expect((await upload(shop.anonymous, await jpeg())).status).toBe(201)
  })
})
