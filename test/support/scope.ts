import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The life of a test, a proof or a measurement; servers, databases and browsers that it starts end with it. */
export interface Scope {
  /** An empty folder, removed at the end. */
  folder: string
  /** Registers clean-up; the last registered runs first. */
  onEnd(undo: () => unknown): void
}

/** A scope whose folder is made below `parent`; the caller ends it. */
export function openScope(parent: string = tmpdir()): Scope & { end(): Promise<void> } {
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, 'surbrote-'))
  const undo: (() => unknown)[] = []
  return {
    folder,
    onEnd: (each) => void undo.push(each),
    async end() {
      for (const each of undo.splice(0).toReversed()) {
        try {
          await each()
        } catch (error) {
          console.error('  Left behind:', error instanceof Error ? error.message : error)
        }
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Runs `work` in a new scope and ends it. */
export async function inScope<Result>(
  work: (scope: Scope) => Promise<Result>,
  parent?: string,
): Promise<Result> {
  const { end, ...scope } = openScope(parent)
  try {
    return await work(scope)
  } finally {
    await end()
  }
}
