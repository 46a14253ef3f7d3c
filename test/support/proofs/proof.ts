import type { Scope } from '../scope.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'

/** What `npm run prove` runs: one claim about the shop, and a checker that would notice if it were not so. */
export interface Proof {
  /** `S1`; its file is `s1-….ts`. */
  id: string
  /** A few words. */
  title: string
  /** What is true of the shop, in a sentence. */
  claim: string
  /** What is tried and what is checked; what must be installed for it. */
  how: string
  /** What is counted as one try. */
  oneTry: string
  /** Where it is less, or other, than it may sound. */
  note?: string
  /** How many tries with `--full`, and without. */
  tries: { full: number; short: number }
  /** After so many minutes it is ended and has failed; 10 without, and twenty times that with `--full`. */
  minutes?: number
  /** `mounts`: root, in a mount namespace of its own, so that it can have small file systems. */
  needs?: 'mounts'
  /** Pieces that `run` itself has replaced in some servers, so that `npm test` says when one is lost. */
  patches?: Patch[]
  run(context: ProofContext): Promise<Outcome>
  /** Shops that are wrong on purpose: in each of them `run` must find a failure, or it finds nothing. */
  broken: Broken[]
}

/** One wrong shop. */
export interface Broken {
  /** One word, `no-guard`: `context.broken` while it runs. */
  name: string
  /** Replaced in the sources of every server and of the proof's own process. Without: `run` simulates it by the name. */
  patches?: Patch[]
  /** The proof's own process stays as it is: where the fault would hinder it to fill the shop or to look into it. */
  onlyServers?: boolean
  /** One failure must match, so that it fails for this and not for something else. */
  failsWith: RegExp
}

export interface ProofContext extends Scope {
  tries: number
  full: boolean
  /** The name of the wrong shop that runs; undefined for the real one. */
  broken: string | undefined
  /** Whether the machine was free when it began: else times are only reported, not held against the shop. */
  judgesTime: boolean
  /** A line on the screen. */
  say(text: string): void
}

export interface Outcome {
  /** What was really done: `20 rounds × 3 stocks`. */
  tries: string
  /** What was measured, not just that it passed. */
  figure: string
  /** One sentence each; none is a pass. A proof that could not be tried throws instead. */
  failures: string[]
}

/** Collects failures; of those that come hundreds of times only the first few are kept, and the number. */
export class Failures {
  readonly #said = new Map<string, { count: number; examples: string[] }>()

  add(kind: string, example = ''): void {
    const said = this.#said.get(kind) ?? { count: 0, examples: [] }
    this.#said.set(kind, said)
    said.count += 1
    if (example !== '' && said.examples.length < 3) said.examples.push(example)
  }

  /** Adds `kind` when `actual` is another value; true when it is the same. */
  expect(kind: string, actual: unknown, expected: unknown): boolean {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)]
    if (is === should) return true
    this.add(kind, `${is} instead of ${should}`)
    return false
  }

  list(): string[] {
    return [...this.#said].map(
      ([kind, { count, examples }]) =>
        `${kind}${count > 1 ? ` (${count} times)` : ''}${examples.length > 0 ? `: ${examples.join('; ')}` : ''}`,
    )
  }
}

/** `p50 1.2 s, max 3 s` of milliseconds. */
export function spread(milliseconds: number[]): string {
  if (milliseconds.length === 0) return 'none'
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `median ${inSeconds(at(0.5))}, max ${inSeconds(at(1))}`
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}

/** So many of a list, from all over it. */
export function spreadOver<Each>(all: Each[], count: number): Each[] {
  const step = Math.max(1, all.length / count)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
