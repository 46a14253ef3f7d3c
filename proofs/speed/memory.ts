import { copyFileSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { runMixed, type Scene, seedMixed } from '../load/mixed-calls.ts'
import { printHeading } from '../load/report.ts'
import type { Scope } from '../../test/support/scope.ts'
import { runCommand } from '../../test/support/servers/run-command.ts'
import { MEMORY, type Server, startServer } from '../../test/support/servers/start-server.ts'
import { type Place, withPlace, withShopOf } from '../../test/support/test-environment.ts'

/**
 * `npm run bench memory`: proportional set size (PSS) of all processes of an embedded shop, empty and the demo: a minute
 * after a few pages of its second start, during and after a day's work, and ten minutes later. Linux only.
 */
const { values: options } = parseArgs({
  options: {
    shops: { type: 'string', default: 'empty,demo' },
    /** Of the day's work. */
    calls: { type: 'string', default: '5000' },
    orders: { type: 'string', default: '300' },
    photos: { type: 'string', default: '40' },
    backups: { type: 'string', default: '24' },
    /** After the day, in minutes: vacuum and idle processes have their turn. */
    rest: { type: 'string', default: '11' },
  },
})
const EVERY_MS = 1_000
const NODE = process.execPath
const DEMO: Record<string, string> = { empty: '0', demo: '1' }

printHeading('Memory')
const table: Record<string, string | number>[] = []
for (const shop of options.shops.split(','))
  await withPlace('embedded', async (scope, place) => {
    // Other programs on this machine run the pinned Node too: a copy shares none of its pages with them.
    process.execPath = path.join(scope.folder, 'node')
    copyFileSync(NODE, process.execPath)
    table.push({ shop, ...(await liveADay(scope, place, DEMO[shop] ?? '0')) })
  })
console.table(table)

async function liveADay(scope: Scope, place: Place, demo: string) {
  const first = await start(scope, place, demo)
  await first.stop()
  const quiet = await start(scope, place, demo)
  for (const page of ['/', '/productos', '/terminos', '/api/products/']) await fetch(quiet.url + page)
  await sleep(60_000)
  const idle = pssOf(quiet.pid)
  await quiet.stop()

  const scene = await withShopOf(scope, place, (shop) => seedMixed(shop, 8))
  const server = await start(scope, place, demo)
  const most = watchMost(server)
  await sell(server, scene)
  await uploadPhotos(server, scene.admins[0] ?? '')
  const alone = most.shop()
  await runCommands(scope, place)
  const { shop, withCommand } = most.stop()
  const after = pssOf(server.pid)
  await sleep(Number(options.rest) * 60_000)
  const rested = pssOf(server.pid)
  await server.stop()
  return {
    idle,
    'day, most': alone,
    'beside commands, most': shop,
    'and command': withCommand,
    after,
    rested,
  }
}

function start(scope: Scope, place: Place, demo: string): Promise<Server> {
  return startServer(scope, place, { env: { DEMO: demo, RATE_LIMIT_FACTOR: '1000' } })
}

async function sell({ port }: Server, scene: Scene): Promise<void> {
  const enough = { calls: Number(options.calls), orders: Number(options.orders) }
  const { seen, done } = runMixed({
    port,
    scene,
    visitors: 8,
    pauseMs: 20,
    isOver: ({ calls, acknowledged }) => calls >= enough.calls && acknowledged.length >= enough.orders,
  })
  await done
  console.log(`${seen.calls} calls ${JSON.stringify(seen.statuses)}, changes ${JSON.stringify(seen.made)}`)
  if (seen.errors[0] !== undefined) throw new Error(seen.errors[0])
}

/** Of 12 megapixels, by a person of staff, so that each becomes an AVIF too. */
async function uploadPhotos({ url }: Server, access: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width: 4_000, height: 3_000, channels: 3, background: '#000', noise } as const
  const photo = await sharp({ create }).blur(3).jpeg().toBuffer()
  for (let each = 0; each < Number(options.photos); each += 1) {
    const body = new FormData()
    body.append('upload_preset', 'product')
    body.append('file', new Blob([photo], { type: 'image/jpeg' }), 'foto.jpg')
    const headers = { authorization: `Bearer ${access}` }
    const answer = await fetch(`${url}/api/uploads/`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

async function runCommands(scope: Scope, place: Place): Promise<void> {
  const hours = Array.from({ length: Number(options.backups) }, (_, hour) =>
    path.join(scope.folder, `${hour}`),
  )
  for (const args of [
    ...hours.map((folder) => ['backup', folder]),
    ['export', path.join(scope.folder, 'products.csv')],
    ['check'],
  ]) {
    const { code, text } = await runCommand(place, args, MEMORY)
    if (code !== 0) throw new Error(`${args.join(' ')}: ${text}`)
  }
}

/** The highest sums since the start: of the shop, and of it and a command together. */
function watchMost({ pid }: Server) {
  const most = { shop: 0, withCommand: 0 }
  const timer = setInterval(() => {
    most.shop = Math.max(most.shop, pssOf(pid))
    most.withCommand = Math.max(most.withCommand, pssBelow(process.pid))
  }, EVERY_MS)
  return {
    shop: () => most.shop,
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** In MiB, of a process and its descendants. */
function pssOf(pid: number): number {
  return ownPss(pid) + pssBelow(pid)
}

function pssBelow(pid: number): number {
  return globSync(`/proc/${pid}/task/*/children`)
    .flatMap((file) => textOf(file).trim().split(' '))
    .reduce((sum, child) => sum + (child === '' ? 0 : pssOf(Number(child))), 0)
}

function ownPss(pid: number): number {
  const kilobytes = /^Pss: +(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0
  return Math.round(Number(kilobytes) / 1024)
}

/** Empty when the process has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
