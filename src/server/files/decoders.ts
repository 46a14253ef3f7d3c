import { type ChildProcess, execFile, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { environmentWithoutSettings } from '../config.ts'
import type { Encoded, Layer, Outcome, Task } from './decoder.ts'

/** After this idle time a process ends, which frees its memory. */
const IDLE_MS = 5 * 60_000

/**
 * - `refused`: the message says in Spanish what is wrong with the picture
 * - `killed`: it took too long, or the decoder crashed
 * - `stopping`: the shop stops
 * - `failed`: the process could not start or work
 */
type Failure = 'refused' | 'killed' | 'stopping' | 'failed'

export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  readonly kind: Failure
  constructor(kind: Failure, message: string) {
    super(message)
    this.kind = kind
  }
}

const idle: Decoder[] = []
const busy = new Set<Decoder>()
let isStopping = false

/**
 * Runs a task in a separate process, which is killed after `withinMs`. Throws DecodeError. Callers limit how many
 * run.
 */
export async function decodeApart(task: Task, withinMs: number): Promise<Encoded[]> {
  const user = await decoderUser()
  const read = user.uid === undefined ? task : await withBytes(task)
  if (isStopping) throw new DecodeError('stopping', 'The shop stops')
  const decoder = idle.pop() ?? new Decoder(user)
  busy.add(decoder)
  const outcome = await decoder.run(read, withinMs).finally(() => busy.delete(decoder))
  decoder.rest()
  if (outcome.kind === 'done') return outcome.files
  throw new DecodeError(outcome.kind, outcome.reason)
}

/** Starts a process ahead of the first picture, while that is still being received. */
export async function prepareDecoder(): Promise<void> {
  const user = await decoderUser()
  if (idle.length + busy.size === 0 && !isStopping) new Decoder(user).rest()
}

/** Kills running decoders and refuses new tasks. */
export function stopDecoders(): void {
  isStopping = true
  for (const decoder of [...busy, ...idle]) decoder.kill()
}

const DECODER = path.join(import.meta.dirname, 'decoder.ts')

/** Another user cannot open the files of an upload. */
async function withBytes(task: Task): Promise<Task> {
  if (task.kind !== 'drawing')
    return typeof task.source === 'string' ? { ...task, source: await readFile(task.source) } : task
  const read = async ({ source, ...layer }: Layer): Promise<Layer> => ({
    ...layer,
    source: typeof source === 'string' ? await readFile(source) : source,
  })
  return {
    kind: 'drawing',
    drawing: { ...task.drawing, layers: await Promise.all(task.drawing.layers.map(read)) },
  }
}

/** `nobody` on Linux: the number that the kernel shows for users that it cannot name. */
const NOBODY = 65_534
let foundUser: Promise<{ uid?: number; gid?: number }> | undefined

/** Only root can start a process as another user, which must be able to read the decoder's code. */
function decoderUser(): Promise<{ uid?: number; gid?: number }> {
  foundUser ??= process.getuid?.() === 0 ? nobodyIfItCan() : Promise.resolve({})
  return foundUser
}

async function nobodyIfItCan(): Promise<{ uid?: number; gid?: number }> {
  const user = { uid: NOBODY, gid: NOBODY }
  const reads =
    "require('fs').accessSync(process.argv[1]); require('module').createRequire(process.argv[1])('sharp')"
  const options = { ...user, env: environmentWithoutSettings() }
  return promisify(execFile)(process.execPath, ['-e', reads, DECODER], options).then(
    () => user,
    () => ({}),
  )
}

class Decoder {
  readonly #process: ChildProcess
  /** Rejects when the process has ended. */
  readonly #ended: Promise<never>
  #idleTimer: NodeJS.Timeout | undefined

  constructor(user: { uid?: number; gid?: number }) {
    this.#process = fork(DECODER, {
      ...user,
      serialization: 'advanced',
      // It decodes files of strangers: an exploit must not find the shop's settings.
      env: environmentWithoutSettings(),
    })
    const { promise, reject } = Promise.withResolvers<never>()
    this.#process.on('error', (error) => reject(new DecodeError('failed', error.message)))
    this.#process.once('exit', (code, signal) => {
      const kind = isStopping ? 'stopping' : 'killed'
      reject(new DecodeError(kind, `The decoder ended with ${signal ?? code}`))
    })
    this.#ended = promise
    promise.catch(() => this.#leave())
    this.#letGo()
  }

  async run(task: Task, withinMs: number): Promise<Outcome> {
    clearTimeout(this.#idleTimer)
    this.#process.ref()
    this.#process.channel?.ref()
    const timer = setTimeout(() => this.kill(), withinMs)
    try {
      const { promise: answer, resolve } = Promise.withResolvers<Outcome>()
      this.#process.once('message', (outcome) => resolve(outcome as Outcome)) // safe: the only message of decoder.ts
      this.#process.send(task)
      return await Promise.race([answer, this.#ended])
    } finally {
      clearTimeout(timer)
      this.#letGo()
    }
  }

  /** Waits for the next task. */
  rest(): void {
    idle.push(this)
    this.#idleTimer = setTimeout(() => this.kill(), IDLE_MS).unref()
  }

  kill(): void {
    this.#leave()
    this.#process.kill('SIGKILL')
  }

  #leave(): void {
    clearTimeout(this.#idleTimer)
    const index = idle.indexOf(this)
    if (index >= 0) idle.splice(index, 1)
  }

  /** An idle process must not keep the shop or a command running. */
  #letGo(): void {
    this.#process.unref()
    this.#process.channel?.unref()
  }
}
