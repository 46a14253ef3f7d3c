import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../contract/activity.ts'
import { dayHeading, timeline } from './activity-query.ts'

let id = 100
function entry(action: Activity['action'], timestamp: string): Activity {
  return {
    id: id--,
    action,
    entity: 'product',
    entity_id: 1,
    description: '',
    user: 'admin',
    timestamp,
    changes: {},
  }
}

describe('timeline', () => {
  it('groups by the day of Buenos Aires, not of UTC', () => {
    const days = timeline([entry('create', '2026-11-20T03:00:00Z'), entry('create', '2026-11-20T02:59:59Z')])
    expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-19'])
  })

  it('folds three logins in a row and leaves two', () => {
    const noon = '2026-11-20T15:00:00Z'
    const of = (...actions: Activity['action'][]) =>
      timeline(actions.map((action) => entry(action, noon)))[0]?.items.map((item) =>
        item.kind === 'entry' ? item.entry.action : item.entries.length,
      )
    expect(of('login', 'login', 'login', 'update')).toEqual([3, 'update'])
    expect(of('login', 'login', 'update', 'login')).toEqual(['login', 'login', 'update', 'login'])
  })

  it('never folds over midnight', () => {
    const days = timeline([
      entry('login', '2026-11-20T03:00:01Z'),
      entry('login', '2026-11-20T03:00:00Z'),
      entry('login', '2026-11-20T02:59:00Z'),
    ])
    expect(days.map(({ items }) => items.length)).toEqual([2, 1])
  })
})

describe('dayHeading', () => {
  it('names today and yesterday', () => {
    const now = Date.parse('2026-11-20T15:00:00Z')
    expect(dayHeading('2026-11-20', now)).toBe('Hoy, 20 de noviembre de 2026')
    expect(dayHeading('2026-11-19', now)).toBe('Ayer, 19 de noviembre de 2026')
    expect(dayHeading('2026-11-18', now)).toBe('18 de noviembre de 2026')
  })
})
