import { useState } from 'react'
import { Refusal } from '../data/api.ts'
import { chosenValues, type ThreeWay } from './three-way.ts'

interface MergeRules<Base, Values> {
  /** Sends `values`, which were edited on `base`. Throws `STALE` when somebody else saved since. */
  write: (values: Values, base: Base) => Promise<Base>
  /** As it is now. */
  read: () => Promise<Base>
  merge: (base: Base, mine: Values, theirs: Base) => ThreeWay<Values>
  /** The shop keeps no version of it, so it is read before it is written. */
  isUnversioned?: boolean
  /** Whether `theirs` is what an earlier try saved whose response was lost. */
  isSavedAs?: (mine: Values, theirs: Base) => boolean
}

interface MergeOptions<Base, Values> extends MergeRules<Base, Values> {
  form: {
    restart: (base: Base, values: Values) => void
    run: (send: () => Promise<unknown>) => Promise<void>
  }
  onSaved: (saved: Base, sent: Values) => unknown
  /** Asked about from the start: the form came back with what was typed, and somebody saved meanwhile. */
  initial?: () => Question<Base, Values> | undefined
}

/** What both changed, to be asked about, and what the other person saved. */
export interface Question<Base, Values> extends ThreeWay<Values> {
  theirs: Base
}

/**
 * Saves what several people may edit at once. When somebody else saved meanwhile, both are merged field by field, and
 * what both changed is asked about (`question`) before anything is written.
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
    /** Back to the form, with nothing saved. */
    dismiss: () => setQuestion(undefined),
    /** For `form.submit` and `form.run`: throws what the server refused. */
    save,
    /** Saves over what the other person saved; theirs where its id is in `chosen`. */
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

/** One save, merged with what somebody else saved since `base`. */
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
    // The refusal says more than why it could not be read again.
    throw stale ?? error
  })
  if (rules.isSavedAs?.(mine, theirs)) return { saved: theirs }
  const found = rules.merge(base, mine, theirs)
  const hasNews = found.conflicts.length > 0 || (!rules.isUnversioned && found.taken.length > 0)
  if (hasNews) return { question: { ...found, theirs } }
  return { saved: await rules.write(found.merged, theirs) }
}

/** `CONFLICT`: what somebody else did in between does not allow it any more. */
function isStale(error: unknown): boolean {
  return error instanceof Refusal && (error.code === 'STALE' || error.code === 'CONFLICT')
}
