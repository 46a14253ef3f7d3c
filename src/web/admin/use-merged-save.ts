import { useState } from 'react'
import { choose, mergeFields, type ThreeWay } from './three-way.ts'

export type FieldValue = string | boolean | null

interface Options<Values> {
  /** As it is now. */
  read: () => Promise<Values>
  /** `theirs` is what was read: only what differs from it is mine. */
  write: (values: Values, theirs: Values) => Promise<void>
  label: (field: string) => string
  show: (value: FieldValue, field: string) => string
}

interface Pending<Values> extends ThreeWay<string, FieldValue> {
  /** As the other person left it. */
  theirs: Values
}

/**
 * Saves what the shop keeps no version of. What is there now is read first, so that what somebody else has changed
 * since the form was opened stays; what both have changed is asked about.
 */
export function useMergedSave<Values extends object>({ read, write, label, show }: Options<Values>) {
  const [merge, setMerge] = useState<Pending<Values>>()
  /** False when it is being asked what shall stay. */
  const save = async (base: Values, mine: Values): Promise<boolean> => {
    setMerge(undefined)
    const theirs = await read()
    const sides = { base: { ...base }, mine: { ...mine }, theirs: { ...theirs } }
    const found = mergeFields<string, FieldValue>(sides, null, { label, show })
    if (found.conflicts.length > 0) {
      setMerge({ ...found, theirs })
      return false
    }
    await write(found.merged as Values, theirs) // safe: each field holds what one of both has in it
    return true
  }
  return {
    merge,
    closeMerge: () => setMerge(undefined),
    save,
    /** Once more from what the other person left: a third one may have saved while it was asked. */
    saveChosen: async (chosen: ReadonlySet<string>): Promise<boolean> => {
      if (!merge) return false
      const mine = choose(merge.merged, { ...merge.theirs }, chosen, null)
      return save(merge.theirs, mine as Values) // safe: the same fields
    },
  }
}
