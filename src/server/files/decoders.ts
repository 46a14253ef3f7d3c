import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { environmentWithoutSettings } from '../config.ts'
import type { Encoded, Outcome, Task } from './decoder.ts'

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
  if (isStopping) throw new DecodeError('stopping', 'The shop stops')
  const decoder = idle.pop() ?? new Decoder()
  busy.add(decoder)
  const outcome = await decoder.run(task, withinMs).finally(() => busy.delete(decoder))
  decoder.rest()
  if (outcome.kind === 'done') return outcome.files
  throw new DecodeError(outcome.kind, outcome.reason)
}

/** Starts a process ahead of the first picture, while that is still being received. */
export function prepareDecoder(): void {
  if (idle.length + busy.size === 0 && !isStopping) new Decoder().rest()
}

/** Kills running decoders and refuses new tasks. */
export function stopDecoders(): void {
  isStopping = true
  for (const decoder of [...busy, ...idle]) decoder.kill()
}

class Decoder {
  readonly #process: ChildProcess
  /** Rejects when the process has ended. */
  readonly #ended: Promise<never>
  #idleTimer: NodeJS.Timeout | undefined

  constructor() {
    this.#process = fork(path.join(import.meta.dirname, 'decoder.ts'), {
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
