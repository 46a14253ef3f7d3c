import { card, enter, worldOf } from './orders-world.ts'
import { test } from './own-shop.ts'
import { DESK, expect, expectAccessible } from './stories.ts'

// Queues show the oldest orders first, and other journeys order beside this one.
test.use({ viewport: DESK })

test('an order goes from new to handed over: each step is one press from the list of what to do', async ({
  page,
  request,
  context,
}) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }))
  const world = await worldOf(request, 'paso', 5)
  const id = await world.order(2)
  await enter(page, '/panel/productos')
  await page.getByRole('link', { name: /^Para hacer: .*coordinar/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Para hacer' })).toBeVisible()
  const row = card(page, id)
  const inQueue = (name: string) =>
    page.getByRole('region', { name: new RegExp(`^${name}`) }).getByRole('listitem', {
      name: new RegExp(`Pedido #${id},`),
    })
  await expect(inQueue('Coordinar')).toBeVisible()
  await expectAccessible(page)

  const chat = context.waitForEvent('page')
  await row.focus()
  await page.keyboard.press('w')
  await (await chat).close()
  await expect(inQueue('Acordar el pago')).toBeVisible()

  await row.focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: `Acordar pago del Pedido #${id}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(inQueue('Preparar')).toBeVisible()

  await row.focus()
  await page.keyboard.press('p')
  await expect(inQueue('Entregar o despachar')).toBeVisible()

  await row.focus()
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog', { name: `Entregar o despachar el Pedido #${id}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(inQueue('Cobrar')).toBeVisible()

  await row.focus()
  await page.keyboard.press('c')
  await expect(page.getByLabel('Importe')).toHaveValue('2.000')
  await page.keyboard.press('Enter')
  await expect(inQueue('Completar')).toBeVisible()

  await row.focus()
  await page.keyboard.press('e')
  await expect(row).toHaveCount(0)
  const { status, balance } = await world.admin.get<{ status: string; balance: number }>(`/orders/${id}/`)
  expect([status, balance]).toEqual(['completed', 0])
  await page.goto('/panel/para-hacer')
})

test('the focus stays in the list when a row has taken its step', async ({ page, request }) => {
  const world = await worldOf(request, 'foco', 9)
  const ids = [await world.order(1), await world.order(1)]
  for (const id of ids)
    await world.admin.post(`/orders/${id}/payments/`, { amount: 1000, method: 'cash', paid_on: '2026-01-02' })
  await enter(page, '/panel/pedidos')
  await expect(card(page, ids[0] ?? 0)).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  const rows = page.getByRole('region', { name: /^Preparar/ }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await rows.first().focus()
  await page.keyboard.press('p')
  await expect(rows).toHaveCount(before - 1)
  await expect(page.locator('[data-row]:focus')).toHaveCount(1)
})
