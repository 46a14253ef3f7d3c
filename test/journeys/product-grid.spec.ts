import { accessOf } from './people.ts'
import { confirmedAge, DESK, expect, expectAccessible, forgive, signIn, test } from './stories.ts'

/** A hidden product, so that no other journey sees it. */
const PREFIX = `Celdas ${Date.now().toString(36)}`

test('prices and stock are typed, pasted, saved and taken back in the table, with the keyboard alone', async ({
  page,
  request,
  complaints,
}) => {
  await page.setViewportSize(DESK)
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const blisters = [3, 5, 9].map((seed_count) => ({ seed_count, price: 1_000, stock: 4, discount: 0 }))
  const data = { name: PREFIX, type: 'fem', available: false, blisters }
  const made = (await (await request.post('/api/products/', { headers, data })).json()) as {
    id: number
    blisters: { id: number; price: number; discount: number; stock: number }[]
  }
  const now = async () => {
    const answer = await request.get(`/api/products/${made.id}/`, { headers })
    const product = (await answer.json()) as typeof made
    return product.blisters.map(({ price, discount, stock }) => [price, discount, stock])
  }
  const adjust = (place: number, change: number) =>
    request.post('/api/stock/adjustments/', {
      headers,
      data: { blister_id: made.blisters[place]?.id, change, reason: 'adjustment' },
    })

  await confirmedAge(page)
  await page.goto('/login?redirect=%2Fpanel%2Fproductos')
  await signIn(page, 'admin')
  await page.getByRole('button', { name: 'Planilla' }).press('Enter')
  // More than the nine products of a page of the list.
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(40)
  await page.getByRole('searchbox', { name: 'Buscar productos por nombre o marca' }).fill(PREFIX)
  await expect(page.getByRole('row')).toHaveCount(4)
  const cell = (name: string, seeds: number) => page.getByLabel(`${name} de ${PREFIX} X${seeds} SEMILLAS`)
  const bar = page.locator('.save-bar')
  await expect(cell('Precio', 3)).toHaveValue('1.000')

  await cell('Precio', 3).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('1.250,50')
  await page.keyboard.press('Enter')
  await expect(cell('Precio', 5)).toBeFocused()
  // As copied from a spreadsheet.
  await cell('Precio', 5).evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '$ 2.000\t10 %\t7\r\n1e5\t\t8\r\n3\t\t\r\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(bar).toContainText('Se pegaron 5 celdas. Sobró 1 fila')
  await expect(page.getByText('El precio debe ser un número')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  expect(await now()).toEqual([3, 5, 9].map(() => [1_000, 0, 4]))
  await page.keyboard.press('ArrowDown')
  await expect(cell('Precio', 9)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell('Precio', 9)).toHaveValue('1.000')
  await expect(page.getByRole('row', { name: new RegExp(`${PREFIX} X5`) })).toContainText('1.800')

  // Sold meanwhile: nothing is saved, the cell shows it, and the edits stay.
  await adjust(1, -1)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Ahora quedan 3')).toBeVisible()
  await expect(cell('Stock', 5)).toHaveValue('7')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(bar).toContainText('Se guardaron 5 cambios.')
  expect(await now()).toEqual([
    [1_250.5, 0, 4],
    [2_000, 10, 7],
    [1_000, 0, 8],
  ])
  await expect(cell('Precio', 3)).toHaveValue('1.250,50')

  await page.getByRole('button', { name: 'Deshacer' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
  await expect(cell('Precio', 3)).toHaveValue('1.000')
  expect(await now()).toEqual([
    [1_000, 0, 4],
    [1_000, 0, 3],
    [1_000, 0, 4],
  ])
  await expectAccessible(page)

  // Typed cells are not left without a question.
  await cell('Stock', 3).fill('9')
  await page.getByRole('link', { name: 'Precios', exact: true }).first().press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await request.delete(`/api/products/${made.id}/`, { headers })
  await request.post('/api/auth/logout/', { headers, data: {} })
  forgive(complaints, /409/)
})
