import { useState } from 'react'
import { Refusal } from '../data/api.ts'
import { chosenValues, type ThreeWay } from './three-way.ts'

interface MergeRules<Base, Values> {
  /** Sends `values`, edited from `base`. Throws `STALE` after a concurrent save. */
  write: (values: Values, base: Base) => Promise<Base>
  /** Reads the current values. */
  read: () => Promise<Base>
  merge: (base: Base, mine: Values, theirs: Base) => ThreeWay<Values>
  /** True if the server has no version of it, so it is read before writing. */
  isUnversioned?: boolean
  /** Whether `theirs` is the result of an earlier save whose response was lost. */
  isSavedAs?: (mine: Values, theirs: Base) => boolean
}

interface MergeOptions<Base, Values> extends MergeRules<Base, Values> {
  form: {
    restart: (base: Base, values: Values) => void
    run: (send: () => Promise<unknown>) => Promise<void>
  }
  onSaved: (saved: Base, sent: Values) => unknown
  /** An initial question: edits were restored, and another save came in between. */
  initial?: () => Question<Base, Values> | undefined
}

/** The conflicts to ask about, and the other person's save. */
export interface Question<Base, Values> extends ThreeWay<Values> {
  theirs: Base
}

/**
 * Saves values that several people may edit concurrently. After a concurrent save both are merged field by field, and
 * conflicts are asked about (`question`) before anything is written.
 */
export function useMerge<Base, Values>({ form, onSaved, initial, ...rules }: MergeOptions<Base, Values>) {
  const [question, setQuestion] = useState<Question<Base, Values> | undefined>(initial)
  const save = async (values: Values, base: Base) => {
    const outcome = await saveMerged(rules, values, base)
    if ('question' in outcome) setQuestion(outcome.question)
    else await onSaved(outcome.saved, values)
  }
  return {
    question,
    /** Returns to the form without saving. */
    dismiss: () => setQuestion(undefined),
    /** For `form.submit` and `form.run`: throws the server's refusal. */
    save,
    /** Saves the merge, with theirs where its id is in `chosen`. */
    answer: (chosen: ReadonlySet<string>) => {
      if (!question) return
      const values = chosenValues(question, chosen)
      setQuestion(undefined)
      form.restart(question.theirs, values)
      void form.run(() => save(values, question.theirs))
    },
  }
}

type Outcome<Base, Values> = { saved: Base } | { question: Question<Base, Values> }

/** One save, merged with concurrent saves since `base`. */
export async function saveMerged<Base, Values>(
  rules: MergeRules<Base, Values>,
  mine: Values,
  base: Base,
): Promise<Outcome<Base, Values>> {
  let stale: unknown
  if (!rules.isUnversioned) {
    try {
      return { saved: await rules.write(mine, base) }
    } catch (error) {
      if (!isStale(error)) throw error
      stale = error
    }
  }
  const theirs = await rules.read().catch((error: unknown) => {
    // The refusal is more useful than the read error.
    throw stale ?? error
  })
  if (rules.isSavedAs?.(mine, theirs)) return { saved: theirs }
  const found = rules.merge(base, mine, theirs)
  const hasNews = found.conflicts.length > 0 || (!rules.isUnversioned && found.taken.length > 0)
  if (hasNews) return { question: { ...found, theirs } }
  return { saved: await rules.write(found.merged, theirs) }
}

/** `CONFLICT`: a concurrent change makes it impossible. */
function isStale(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'STALE' || error.code === 'CONFLICT')
}
