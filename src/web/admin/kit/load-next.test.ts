import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { loadNext } from './load-next.ts'

/** A list of the server, three rows to a page, asked for by number. */
function listOf(rows: number[]) {
  let asked = 0
  const observer = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    initialPageParam: 1,
    queryFn: async ({ pageParam }) => {
      asked += 1
      return { results: rows.slice(3 * (pageParam - 1), 3 * pageParam), count: rows.length }
    },
    getNextPageParam: (_last, pages) => pages.length + 1,
  })
  const shown = () => observer.getCurrentResult().data?.pages.flatMap(({ results }) => results)
  const list = { fetchNextPage: () => observer.fetchNextPage(), refetch: () => observer.refetch() }
  return { list, shown, asked: () => asked }
}

describe('loadNext', () => {
  it('asks for one page while nothing changes', async () => {
    const { list, shown, asked } = listOf([1, 2, 3, 4, 5, 6, 7])
    await list.refetch()
    await loadNext(list)
    expect([shown(), asked()]).toEqual([[1, 2, 3, 4, 5, 6], 2])
  })

  it('skips no row after one of the loaded pages vanished', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7]
    const { list, shown } = listOf(rows)
    await list.refetch()
    rows.shift()
    await loadNext(list)
    expect(shown()).toEqual([2, 3, 4, 5, 6, 7])
  })

  it('asks again for what is kept elsewhere too', async () => {
    const rows = [4, 5, 6, 7]
    const { list } = listOf(rows)
    let again = 0
    await loadNext<{ count: number }>(list, [{ count: 5 }], async () => (again += 1))
    expect(again).toBe(1)
  })
})
