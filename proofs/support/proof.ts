import type { Scope } from '../../test/support/scope.ts'
import type { Patch } from '../wrong-builds/locate-patches.ts'

/** What `npm run prove` runs: a claim about the shop, and a check that fails when it is not true. */
export interface Proof {
  /** `S1`; its file is `s1-….ts`. */
  id: string
  /** A few words. */
  title: string
  /** A true statement about the shop, in one sentence. */
  claim: string
  /** What is tried and checked, and what must be installed. */
  how: string
  /** What counts as one try. */
  oneTry: string
  /** Where the proof covers less than the claim may suggest. */
  note?: string
  /** Number of tries with `--full`, and without. */
  tries: { full: number; short: number }
  /** Time limit of a short run, after which it has failed; 10 by default. More tries have more time. */
  minutes?: number
  /** `mounts`: root, in its own mount namespace, to create small file systems. */
  needs?: 'mounts'
  /** Patches that `run` itself applies in some servers, listed so that `npm test` notices when one no longer applies. */
  patches?: Patch[]
  run(context: ProofContext): Promise<Outcome>
  /** Deliberately wrong builds: `run` must find a failure in each. */
  broken: Broken[]
}

/** One wrong build. */
export interface Broken {
  /** One word, `no-guard`: `context.broken` while it runs. */
  name: string
  /** Applied to every server and to the proof's own process. Without patches `run` simulates the fault by name. */
  patches?: Patch[]
  /** Leaves the proof's own process unpatched, where the fault would prevent it from filling or reading the shop. */
  onlyServers?: boolean
  /** Must match a failure, so that the build fails for this reason and no other. */
  failsWith: RegExp
}

export interface ProofContext extends Scope {
  tries: number
  full: boolean
  /** The name of the wrong build that runs; undefined for the real one. */
  broken: string | undefined
  /** Whether the machine was idle at the start: otherwise times are only reported, not judged. */
  judgesTime: boolean
  /** Prints a line. */
  say(text: string): void
}

export interface Outcome {
  /** What was done: `20 rounds × 3 stocks`. */
  tries: string
  /** The measured values, not just that it passed. */
  figure: string
  /** One sentence each; empty when it passed. A proof that could not be tried throws instead. */
  failures: string[]
}

/** Collects failures; keeps the first few of each kind and counts the rest. */
export class Failures {
  readonly #said = new Map<string, { count: number; examples: string[] }>()

  add(kind: string, example = ''): void {
    const said = this.#said.get(kind) ?? { count: 0, examples: [] }
    this.#said.set(kind, said)
    said.count += 1
    if (example !== '' && said.examples.length < 3) said.examples.push(example)
  }

  /** Adds a failure of `kind` unless `actual` equals `expected`; true when they are equal. */
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

/** Formats milliseconds as `p50 1.2 s, max 3 s`. */
export function spread(milliseconds: number[]): string {
  if (milliseconds.length === 0) return 'none'
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return `median ${inSeconds(at(0.5))}, max ${inSeconds(at(1))}`
}

function inSeconds(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}

/** `count` items spread evenly over a list. */
export function spreadOver<Each>(all: Each[], count: number): Each[] {
  const step = Math.max(1, all.length / count)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}
