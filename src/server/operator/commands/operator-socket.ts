import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../errors.ts'
import { DataDirInUse, noteHolder } from '../../db/data-lock.ts'
import { OperatorError } from '../operator-error.ts'
import type { Shop } from '../../shop.ts'
import { type Answers, type Asked, type Questions, type Verb, VERBS } from './verbs.ts'

/**
 * Only one process can open the embedded database. For commands, the running shop listens on a Unix socket in the
 * data folder, which only its own user can open: no token, as that user could read it too (decision 0023). Requests and answers are lines of JSON.
 */
type Question = { [Name in keyof Questions]: Asked<Name> }[keyof Questions]
type Answer<Name extends keyof Answers> = { answer: Answers[Name] } | { refused: string }

const LONGEST_QUESTION = 64 * 1024 * 1024
/** The size of `sockaddr_un` without the final byte: https://man7.org/linux/man-pages/man7/unix.7.html */
const LONGEST_ADDRESS = 107
const GIGABYTE = 1024 ** 3
/** How long a command asks a shop that does not answer, as it may just have been killed. */
const PATIENCE_MS = 5_000

// ---- In the running shop ---------------------------------------------------------------------------------------

/** Serves commands of a shop on the embedded database. The shop runs even if the socket cannot be opened. */
export async function answerOperator(shop: Shop): Promise<{ close: () => Promise<void> }> {
  if (shop.database.engine !== 'embedded') return { close: async () => {} }
  const { dataDir } = shop.config
  const address = addressOf(dataDir)
  // This process holds the folder's lock, so an existing socket is from a killed shop.
  await rm(address, { force: true })
  await removeSnapshots(dataDir)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // The command may exit before the answer.
    socket.on('error', () => {})
    void answer(shop, socket)
  })
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      shop.log.warn({ err: error }, 'commands cannot reach this shop while it runs')
      resolve()
    })
    server.listen(address, resolve)
  })
  if (server.listening) await chmod(address, 0o600)
  noteHolder(dataDir, 'serving')
  return {
    async close() {
      noteHolder(dataDir, 'stopping')
      for (const socket of open) socket.destroy()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(shop: Shop, socket: Socket): Promise<void> {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  try {
    // safe: only our own commands write here, through `askRunningShop`
    const asked = JSON.parse(await readLine(socket)) as Question
    // A paused socket never emits its end.
    socket.resume()
    const answer = asked.ask === 'snapshot' ? await snapshot(shop, gone) : await answerVerb(shop, asked)
    socket.write(`${JSON.stringify({ answer })}\n`)
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof DomainError))
      shop.log.error({ err: error }, 'a command failed')
    const refused = error instanceof Error ? error.message : String(error)
    socket.end(`${JSON.stringify({ refused })}\n`)
  }
}

/** Calls the verb of this name, typed by `Questions` and `Answers`. */
function answerVerb<Name extends Verb>(shop: Shop, asked: Asked<Name>): Promise<Answers[Name]> {
  return VERBS[asked.ask](shop, asked)
}

/** The copy is removed when the connection closes, which happens however the command ends. */
async function snapshot(shop: Shop, gone: Promise<void>): Promise<Answers['snapshot']> {
  const { dataDir } = shop.config
  await refuseWhenTight(dataDir)
  const folder = await mkdtemp(path.join(dataDir, '.snapshot-'))
  const copying = shop.database.copyTo(folder)
  const ended = Promise.allSettled([copying, gone])
  ended
    // Retries, as the command may still be writing there.
    .then(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    .catch((error: unknown) => shop.log.warn({ err: error }, 'a copy of the database was left behind'))
  await copying
  return { folder }
}

/** Refuses a copy that could fill the disk and stop the shop. */
async function refuseWhenTight(dataDir: string): Promise<void> {
  const database = path.join(dataDir, 'db')
  const names = await readdir(database, { recursive: true })
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(database, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const needed = sizes.reduce((sum, size) => sum + size, 0) + Math.min(GIGABYTE, (blocks * bsize) / 20)
  if (bavail * bsize > needed) return
  throw new OperatorError(
    `No hay lugar en el disco para copiar la base (hacen falta ${Math.ceil(needed / 1024 ** 2)} MB libres): liberá espacio, o cerrá la tienda.`,
  )
}

async function removeSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('.snapshot-')) await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}

// ---- In the command --------------------------------------------------------------------------------------------

/**
 * Opens the shop, or asks the shop that has it open. Tries again for some seconds when that shop was just killed.
 * Throws what `open` throws, and `OperatorError`.
 */
export async function openOrAsk<Opened, Name extends keyof Questions>(
  dataDir: string,
  open: () => Promise<Opened>,
  question: Asked<Name>,
): Promise<{ opened: Opened } | { answer: Answers[Name]; release: () => void }> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    try {
      return { opened: await open() }
    } catch (error) {
      if (!(error instanceof DataDirInUse && error.holder === 'serving')) throw error
    }
    try {
      return await askRunningShop(dataDir, question)
    } catch (error) {
      if (!(error instanceof NotListening) || Date.now() > until) throw error
    }
  }
}

/** Sends a request to the shop running on this folder. `release` closes the connection. Throws `OperatorError`. */
export async function askRunningShop<Name extends keyof Questions>(
  dataDir: string,
  question: Asked<Name>,
): Promise<{ answer: Answers[Name]; release: () => void }> {
  const socket = connect(addressOf(dataDir))
  await once(socket, 'connect').catch(() => {
    throw new NotListening(
      `La tienda de ${dataDir} no contesta: si se acaba de caer, probá de nuevo en unos segundos; si no, reiniciala («systemctl restart surbrote»).`,
    )
  })
  try {
    socket.write(`${JSON.stringify(question)}\n`)
    // safe: the shop answers with the verb's type
    const answer = JSON.parse(await readLine(socket)) as Answer<Name>
    if ('refused' in answer) throw new OperatorError(answer.refused)
    return { answer: answer.answer, release: () => socket.destroy() }
  } catch (error) {
    socket.destroy()
    if (error instanceof OperatorError) throw error
    // It may have done it, so the command does not ask again.
    throw new OperatorError(
      'La tienda se cerró antes de contestar: cuando esté abierta otra vez, fijate si el cambio está hecho, y si no probá de nuevo.',
    )
  }
}

/** Nobody listens at the shop's socket. */
class NotListening extends OperatorError {}

async function readLine(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > LONGEST_QUESTION) throw new Error('The question is too long')
    if (part.at(-1) === 10) return Buffer.concat(parts).toString()
  }
  throw new Error('The connection ended before the line did')
}

/** A relative path if the absolute one is too long for a socket address. */
function addressOf(dataDir: string): string {
  const whole = path.join(dataDir, 'operator.sock')
  return Buffer.byteLength(whole) <= LONGEST_ADDRESS ? whole : path.relative(process.cwd(), whole)
}
