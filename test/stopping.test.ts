import net from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testPlace } from './support/databases/test-database.ts'
import { openScope } from './support/scope.ts'
import { type Server, startServer, WITHOUT_BUILD } from './support/servers/start-server.ts'

let scope: ReturnType<typeof openScope>
let shop: Server
const start = async (env: Record<string, string> = {}) => {
  const options = { program: WITHOUT_BUILD, env: { LOG_LEVEL: 'info', ...env } }
  shop = await startServer(scope, await testPlace(scope), options)
}
beforeEach(() => {
  scope = openScope()
})
afterEach(() => scope.end())

/** A keep-alive connection as of a proxy: sends a request, resolves to the whole text of the response. */
async function connection() {
  const socket = net.connect(shop.port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    socket,
    async ask(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      return bytes.toString()
    },
  }
}
const isGone = () =>
  fetch(`${shop.url}/healthz`).then(
    () => false,
    () => true,
  )

describe('SIGTERM', () => {
  it('answers 503 at /readyz at once, on open and new connections, and serves requests until the drain ends', async () => {
    await start({ DRAIN_SECONDS: '2' })
    const [first, second] = [await connection(), await connection()]
    expect(await first.ask('/readyz')).toMatch(/^HTTP\/1.1 200/)
    expect(await second.ask('/readyz')).toMatch(/^HTTP\/1.1 200/)
    shop.kill('SIGTERM')
    await sleep(300)
    const old = await first.ask('/readyz')
    expect(old).toMatch(/^HTTP\/1.1 503/)
    expect(old).toMatch(/connection: close/i)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(503)
    expect(await second.ask('/api/products/')).toMatch(/^HTTP\/1.1 200/)
    expect((await fetch(`${shop.url}/productos`)).status).toBe(200)
    expect((await shop.ended).code, shop.log()).toBe(0)
  })

  it('finishes accepted requests, accepts no new ones, and exits with 0', async () => {
    await start({ DRAIN_SECONDS: '0' })
    const slow = fetch(`${shop.url}/slow?ms=1500`).then((reply) => reply.text())
    await sleep(200)
    shop.kill('SIGTERM')
    await sleep(300)
    expect(await isGone()).toBe(true)
    expect(await slow).toBe('slow')
    expect((await shop.ended).code, shop.log()).toBe(0)
  })

  it('a second one skips the drain', async () => {
    await start({ DRAIN_SECONDS: '60' })
    shop.kill('SIGTERM')
    await sleep(200)
    expect(await isGone()).toBe(false)
    const began = performance.now()
    shop.kill('SIGTERM')
    expect((await shop.ended).code, shop.log()).toBe(0)
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe('METRICS_PORT', () => {
  const PORT = 4_391
  const figures = async () => (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text()

  it('serves metrics there and nowhere else, without paths, ids or names', async () => {
    await start({ METRICS_PORT: String(PORT) })
    const secret = 'r4nd0m-word'
    for (const path of [
      `/api/products/987654/`,
      `/productos?search=${secret}`,
      `/${secret}`,
      '/api/products/',
    ])
      await fetch(`${shop.url}${path}`)
    await fetch(`${shop.url}/api/products/`)
    await fetch(`${shop.url}/${secret}`, { method: 'DELETE' })
    const text = await figures()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/products\/:\w+\/",method="GET",status="4xx"\} 1/,
    )
    expect(text).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/products\/",method="GET",status="2xx"\} 2/,
    )
    expect(text).toMatch(/count\{route="none",method="any",status="4xx"\} 1/)
    expect(text).toMatch(/kept_requests_total\{kind="answer",outcome="hit"\} [1-9]/)
    expect(text).toMatch(/kept_requests_total\{kind="page",outcome="miss"\} [1-9]/)
    for (const name of [
      'surbrote_db_connections{state="waiting"}',
      'surbrote_outbox_mails{state="waiting"} 0',
      'surbrote_outbox_mails{state="failed"} 0',
      'surbrote_outbox_oldest_seconds{state="waiting"} 0',
      'surbrote_password_hashing{state="waiting"} 0',
      'surbrote_picture_decoding{state="running"} 0',
      'surbrote_job_runs_total{job="files",outcome="done"} 1',
      'surbrote_database_up 1',
      'surbrote_http_connections ',
      'surbrote_http_connections_refused_total{reason="address"} 0',
      'surbrote_http_connections_refused_total{reason="all"} 0',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      expect(text).toContain(name)
    expect(text).not.toMatch(new RegExp(`${secret}|987654`))
    // The public address may answer with a page or a refusal, but never with metrics.
    expect(await (await fetch(`${shop.url}/metrics`)).text()).not.toContain('surbrote_')
    expect((await fetch(`http://127.0.0.1:${PORT}/productos`)).status).toBe(404)
  })

  it('is off unless it is set, and Ctrl-C does not drain', async () => {
    await start({ DRAIN_SECONDS: '60' })
    await expect(figures()).rejects.toThrow()
    shop.kill('SIGINT')
    expect((await shop.ended).code, shop.log()).toBe(0)
  })
})
