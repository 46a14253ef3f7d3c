import { describe, expect, it } from 'vitest'
import { Refusal } from '../data/api.ts'
import { mergeFields } from './three-way.ts'
import { saveMerged } from './use-merge.ts'

interface Note {
  version: number
  title: string
  text: string
}
const base: Note = { version: 1, title: 'Título', text: 'Texto' }
const stale = new Refusal(409, { error: 'Otra persona guardó', code: 'STALE' })

/** A shop with one note, which records writes. */
function shopWith(stored: Note) {
  const written: Note[] = []
  const rules = {
    read: async () => stored,
    write: async (values: Note, at: Note) => {
      if (at.version !== stored.version) throw stale
      written.push(values)
      return values
    },
    merge: (base: Note, mine: Note, theirs: Note) =>
      mergeFields(
        { base, mine, theirs },
        { fields: ['title', 'text'], label: (field) => field, show: (value) => String(value) },
      ),
  }
  return { rules, written }
}

describe('saveMerged', () => {
  it('writes at once without a concurrent save', async () => {
    const { rules, written } = shopWith(base)
    const mine = { ...base, title: 'Mío' }
    expect(await saveMerged(rules, mine, base)).toEqual({ saved: mine })
    expect(written).toEqual([mine])
  })

  it('asks before it overwrites a concurrent change', async () => {
    const theirs = { ...base, version: 2, title: 'De otra', text: 'De otra' }
    const { rules, written } = shopWith(theirs)
    const outcome = await saveMerged(rules, { ...base, title: 'Mío' }, base)
    expect(outcome).toMatchObject({
      question: { theirs, merged: { title: 'Mío', text: 'De otra' }, taken: ['text: De otra'] },
    })
    expect(written).toEqual([])
  })

  it('writes again without asking when the changes do not conflict', async () => {
    const { rules, written } = shopWith({ ...base, version: 2 })
    await saveMerged(rules, { ...base, title: 'Mío' }, base)
    expect(written).toMatchObject([{ version: 2, title: 'Mío', text: 'Texto' }])
  })

  it('recognises its own save after a lost response', async () => {
    const theirs = { ...base, version: 2, title: 'Mío' }
    const { rules, written } = shopWith(theirs)
    const isSavedAs = (mine: Note, theirs: Note) => mine.title === theirs.title
    expect(await saveMerged({ ...rules, isSavedAs }, { ...base, title: 'Mío' }, base)).toEqual({
      saved: theirs,
    })
    expect(written).toEqual([])
  })

  it('throws the refusal when the current values cannot be read', async () => {
    const { rules } = shopWith({ ...base, version: 2 })
    const read = async () => Promise.reject(new Refusal(0, {}))
    await expect(saveMerged({ ...rules, read }, base, base)).rejects.toBe(stale)
  })

  it('reads unversioned values first, and asks only about conflicts', async () => {
    const { rules, written } = shopWith({ ...base, text: 'De otra' })
    const unversioned = { ...rules, isUnversioned: true }
    await saveMerged(unversioned, { ...base, title: 'Mío' }, base)
    expect(written).toMatchObject([{ title: 'Mío', text: 'De otra' }])
    const outcome = await saveMerged(unversioned, { ...base, text: 'Mío' }, base)
    expect(outcome).toMatchObject({ question: { conflicts: [{ id: 'text' }] } })
    expect(written).toHaveLength(1)
  })
})
