import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HistoryTable } from './history-table.tsx'

type Rows = UseInfiniteQueryResult<InfiniteData<{ results: string[] }>>

function table(query: object): string {
  return renderToStaticMarkup(
    <HistoryTable
      // safe: what the table reads of a query
      query={{ isPending: false, isFetchingNextPage: false, ...query } as Rows}
      columns={[{ name: 'Día', render: (row) => row }]}
      keyOf={() => 1}
      errorText="Error al cargar"
    />,
  )
}

it('keeps its rows and the button when a further page fails', () => {
  const data = { pages: [{ results: ['lunes'] }], pageParams: [1] }
  const html = table({ data, isError: true, hasNextPage: true })
  for (const text of ['lunes', 'Error al cargar', 'Reintentar', 'Ver más']) expect(html).toContain(text)
})

it('shows only the error without rows', () => {
  const html = table({ isError: true })
  expect(html).toContain('Error al cargar')
  expect(html).not.toContain('<table')
})
