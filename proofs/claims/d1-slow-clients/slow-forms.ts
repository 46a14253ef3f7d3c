import { request } from 'node:http'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { countBy } from '../../../test/support/calls/client.ts'
import { multipart } from '../../../test/support/calls/multipart.ts'
import { jpeg } from '../../../test/support/pictures/photos.ts'
import { type Failures, spread } from '../../support/proof.ts'
import { SLOW_ADDRESS } from './slow-clients.ts'

const FORMS = 75
/** What one address may have in progress. */
const FORMS_EACH = 4
const VISITORS = 8
/** Uploads of each visitor (limit: twelve an hour) and of the admin. */
const UPLOADS = 5
/** Reads of each visitor (limit: 600 a minute). */
const READS_PER_SECOND = 5

interface Server {
  port: number
  /** Token of an admin. */
  access: string
}

/** Others upload and read within their limits while one address holds as many forms as it can. */
export async function trySlowForms(server: Server, failures: Failures): Promise<string> {
  const photo = await jpeg(1_000, 800)
  const held = Array.from({ length: FORMS }, () => holdForm(server.port))
  await sleep(2_000)
  const uploads: Answer[] = []
  const reads: Answer[] = []
  const visitor = async (n: number) => {
    const from = `127.0.0.${10 + n}`
    for (let upload = 0; upload < UPLOADS; upload += 1) {
      uploads.push(await send(server, from, photo))
      for (let read = 0; read < READS_PER_SECOND; read += 1) {
        reads.push(await send(server, from))
        await sleep(1_000 / READS_PER_SECOND)
      }
    }
  }
  const admin = async () => {
    for (let upload = 0; upload < VISITORS * UPLOADS; upload += 1) {
      uploads.push(await send(server, '127.0.0.9', photo, server.access))
      await sleep(200)
    }
  }
  await Promise.all([...Array.from({ length: VISITORS }, (_, n) => visitor(n)), admin()])
  const refused = held.filter(({ status }) => status() === 429).length
  const open = held.filter(({ socket, status }) => status() === undefined && !socket.closed).length
  for (const { socket } of held) socket.destroy()

  if (open !== FORMS_EACH || refused !== FORMS - FORMS_EACH)
    failures.add(
      `slow forms: one address holds others than ${FORMS_EACH}`,
      `${open} held, ${refused} refused`,
    )
  for (const [what, answers, wanted] of [
    ['upload', uploads, 201],
    ['read', reads, 200],
  ] as const) {
    const wrong = answers.filter(({ status }) => status !== wanted)
    if (wrong.length > 0)
      failures.add(
        `slow forms: others cannot ${what}`,
        JSON.stringify(countBy(wrong, ({ status }) => String(status))),
      )
  }
  const times = (answers: Answer[]) => spread(answers.map(({ ms }) => ms))
  return `${open} of ${FORMS} held, ${uploads.length} uploads ${times(uploads)}, ${reads.length} reads ${times(reads)}`
}

interface Answer {
  status: number
  ms: number
}

/** A visitor's form with a photo that never ends. */
function holdForm(port: number) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: SLOW_ADDRESS })
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.on('error', () => {})
  const every = setInterval(() => socket.write('aaaaaaaaaa'), 1_000)
  socket.once('close', () => clearInterval(every))
  socket.write(
    'POST /api/uploads/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 4000000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\nwarranty\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  )
  return {
    socket,
    status: () => (/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] === '429' ? 429 : answer === '' ? undefined : 0),
  }
}

/** Uploads the photo, as an admin's with `access`; reads a page of the catalogue without one. */
async function send(
  { port }: Server,
  localAddress: string,
  photo?: Buffer,
  access?: string,
): Promise<Answer> {
  const began = performance.now()
  const form =
    photo &&
    multipart([
      { name: 'upload_preset', body: access === undefined ? 'warranty' : 'product' },
      { name: 'file', filename: 'foto.jpg', type: 'image/jpeg', body: photo },
    ])
  const status = await new Promise<number>((resolve) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        agent: false,
        method: form ? 'POST' : 'GET',
        path: form ? '/api/uploads/' : '/api/products/?page=1',
        headers: {
          ...(form && { ...form.headers, 'content-length': form.payload.length }),
          ...(access !== undefined && { authorization: `Bearer ${access}` }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', () => resolve(0))
      },
    )
    sent.once('error', () => resolve(0))
    sent.end(form?.payload)
  })
  return { status, ms: performance.now() - began }
}
