import { accessOf } from './people.ts'
import { arriveAs, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

/** Two hidden products, so that no other journey sees them. */
const PREFIX = `Estante ${Date.now().toString(36)}`

test('the shelf is counted with the keyboard while the shop sells, and the differences are applied', async ({
  page,
  request,
  complaints,
}) => {
  await page.setViewportSize(DESK)
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const blisters = [3, 5, 9].map((seed_count) => ({ seed_count, price: 100, stock: 4, discount: 0 }))
  const data = { name: PREFIX, type: 'fem', available: false, blisters }
  const made = (await (await request.post('/api/products/', { headers, data })).json()) as {
    id: number
    blisters: { id: number; stock: number }[]
  }
  const adjust = (place: number, change: number) =>
    request.post('/api/stock/adjustments/', {
      headers,
      data: { blister_id: made.blisters[place]?.id, change, reason: 'adjustment' },
    })
  const stocks = async () => {
    const answer = await request.get(`/api/products/${made.id}/`, { headers })
    return ((await answer.json()) as typeof made).blisters.map(({ stock }) => stock)
  }

  await arriveAs(page, 'admin', '/panel/stock')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('link', { name: 'Recuento' }).click()
  await expect(page.getByText('Contar lo que hay en el estante')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Empezar un recuento' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Recuento #\d+$/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar presentaciones' }).fill(PREFIX)
  await expect(page.getByRole('row')).toHaveCount(4)

  const field = (seeds: number) => page.getByLabel(`Contado de ${PREFIX} X${seeds} SEMILLAS`)
  const bar = page.locator('.save-bar')
  await field(3).focus()
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(field(5)).toBeFocused()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(field(9)).toBeFocused()
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('La cantidad debe ser un número entero')).toBeVisible()
  await expectAccessible(page)
  await field(9).fill('0')
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('3 contadas · 2 con diferencias (+2 −4)')
  await expect(page.getByRole('row', { name: new RegExp(`${PREFIX} X5`) })).toContainText('Coincide')

  // Sold in the meantime.
  await adjust(0, -1)
  await adjust(2, -1)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Aplicar 2 diferencias' }).click()
  const asking = page.getByRole('dialog', { name: '¿Aplicar 2 diferencias?' })
  await asking.getByRole('button', { name: 'Aplicar' }).click()
  const outcome = page.getByRole('region', { name: /^Recuento #\d+ aplicado$/ })
  await expect(outcome).toBeFocused()
  await expect(outcome.getByRole('list', { name: 'Sin aplicar' })).toContainText('X9 SEMILLAS: Falta 1')
  expect(await stocks()).toEqual([5, 4, 3])
  await expect(page.getByRole('row', { name: /Aplicado/ }).first()).toBeVisible()
  await expectAccessible(page)

  // Somebody else discards a count while a number is typed.
  await page.getByRole('button', { name: 'Empezar un recuento' }).click()
  const title = await page.getByRole('heading', { level: 1, name: /^Recuento #\d+$/ }).textContent()
  await page.getByRole('searchbox', { name: 'Buscar presentaciones' }).fill(PREFIX)
  await field(3).fill('7')
  await request.delete(`/api/stock/counts/${title?.match(/\d+/)?.[0]}/`, { headers })
  await page.keyboard.press('Enter')
  const left = page.getByRole('alert', { name: 'Contado sin guardar' })
  await expect(left).toContainText(`${PREFIX} X3 SEMILLAS: 7`)
  await left.getByRole('button', { name: 'Quitar la nota' }).click()
  await request.delete(`/api/products/${made.id}/`, { headers })
  await request.post('/api/auth/logout/', { headers, data: {} })
  forgive(complaints, /409/)
})
