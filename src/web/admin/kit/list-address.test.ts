import { describe, expect, it } from 'vitest'
import { day, listAddress, oneOf, oneOrElse, words } from './list-address.ts'

const address = listAddress<{
  tab: 'open' | 'done'
  kind: 'a' | 'b' | undefined
  search: string
  since: string
}>({ tab: oneOrElse(['open', 'done'], 'open', 'estado'), kind: oneOf(['a', 'b']), search: words, since: day })

const read = (text: string) => address.read(new URLSearchParams(text))

describe('listAddress', () => {
  it('reads what it wrote', () => {
    const filter = { tab: 'done', kind: 'b', search: 'ana', since: '2026-11-30', page: 3 } as const
    expect(address.write(filter).toString()).toBe('estado=done&kind=b&search=ana&since=2026-11-30&page=3')
    expect(read(address.write(filter).toString())).toEqual(filter)
  })

  it('falls back for absent and unknown values, and writes none of them', () => {
    const none = { tab: 'open', kind: undefined, search: '', since: '', page: 1 }
    for (const text of [
      '',
      'estado=x&kind=c&search=%20&since=2026-11-31&page=-1',
      'page=1e9&kind=',
      'view=table',
    ])
      expect(read(text)).toEqual(none)
    expect(address.write(read('estado=x&page=0')).toString()).toBe('')
  })
})
