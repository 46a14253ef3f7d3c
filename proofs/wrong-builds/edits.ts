import path from 'node:path'

/** One place in one source file, replaced while it is loaded; the file itself does not change. */
export interface Edit {
  /** From the root of the project. */
  file: string
  start: number
  end: number
  /** The original text there, to detect a changed file. */
  was: string
  now: string
}

/** The edits of the running wrong build, as JSON, in the order in which they apply. Set only in processes of proofs. */
export const EDITS = 'SURBROTE_WRONG_BUILD'

export function editsOfEnvironment(): Edit[] {
  return JSON.parse(process.env[EDITS] ?? '[]') as Edit[]
}

/** Flags of Node for a process with these edits. */
export function flagsFor(edits: Edit[]): string[] {
  return edits.length > 0 ? ['--import', path.join(import.meta.dirname, 'load-edited.ts')] : []
}

/** The source of `file` with its edits applied. */
export function edited(file: string, source: string, edits: Edit[]): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((text, { start, end, was, now }) => {
      if (text.slice(start, end) !== was) throw new Error(`${file} has changed: «${was}» is not at ${start}`)
      return text.slice(0, start) + now + text.slice(end)
    }, source)
}
