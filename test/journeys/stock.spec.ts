import type { APIRequestContext, Page } from '@playwright/test'
import { accessOf } from './people.ts'
import {
  arriveAs,
  DESK,
  expect,
  expectAccessible,
  expectRowsInView,
  forgive,
  OFFLINE,
  PHONE,
  test,
} from './stories.ts'

async function openStock(page: Page, search: string): Promise<void> {
  await arriveAs(page, 'admin', `/panel/stock?search=${search}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible()
}

/** As another admin. */
async function isAdjusted(request: APIRequestContext, name: string, change: number): Promise<void> {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const found = await request.get(`/api/stock/?search=${encodeURIComponent(name)}`, { headers })
  const { blister_id } = ((await found.json()) as { results: { blister_id: number }[] }).results[0] ?? {}
  const data = { blister_id, change, reason: 'adjustment' }
  expect((await request.post('/api/stock/adjustments/', { headers, data })).status()).toBe(201)
  await request.post('/api/auth/logout/', { headers, data: {} })
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const units = (page: Page, name: string) =>
  row(page, name)
    .getByRole('cell')
    .first()
    .textContent()
    .then((text) => Number.parseInt(text ?? '', 10))

test.describe('on a desk', () => {
  test.use({ viewport: DESK })

  test('units are added by keyboard, and the ledger has the reason', async ({ page }) => {
    await openStock(page, '')
    await expectRowsInView(page, 14)
    await openStock(page, 'camalote')
    const name = 'Camalote Auto X10 SEMILLAS'
    const before = await units(page, name)
    await expectAccessible(page)
    await row(page, name).focus()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: `Ajustar stock: ${name}` })
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('Unidades').fill('0')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('La cantidad no puede ser 0').first()).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Unidades').fill('24')
    await expect(dialog.getByRole('status').filter({ hasText: '→' })).toHaveText(
      `${before} → ${before + 24} disponibles`,
    )
    await dialog.getByLabel('Nota').fill('Cosecha de marzo')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText(`${name}: ${before + 24} disponibles`)).toBeVisible()
    await expect.poll(() => units(page, name)).toBe(before + 24)

    await row(page, name).focus()
    await page.keyboard.press('Enter')
    const ledger = page.getByRole('dialog', { name: `Movimientos: ${name}` })
    const newest = ledger.getByRole('row').nth(1)
    await expect(newest).toContainText('Ingreso de cosecha')
    await expect(newest).toContainText('Cosecha de marzo')
    await expect(newest).toContainText('+24')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await row(page, name).focus()
    await page.keyboard.press('v')
    const low = page.getByRole('dialog', { name: `Aviso de stock: ${name}` })
    await low.getByLabel('Avisar con estas unidades o menos').fill('1.5')
    await page.keyboard.press('Enter')
    await expect(low.getByText('El aviso de stock debe ser un número entero').first()).toBeVisible()
    await expectAccessible(page)
    await low.getByLabel('Avisar con estas unidades o menos').fill(String(before + 24))
    await page.keyboard.press('Enter')
    await expect(low).toBeHidden()
    await page.getByRole('link', { name: 'Poco stock' }).click()
    await expect(row(page, name)).toContainText(String(before + 24))
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('a loss is removed once, up to the available units', async ({ page, request, complaints }) => {
    await openStock(page, 'cuaderno')
    const name = 'Cuaderno de Cultivo'
    const before = await units(page, name)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Ajustar el stock de ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Motivo').selectOption('Rotura')
    await dialog.getByLabel('Unidades').fill(String(before + 1))
    await dialog.getByRole('button', { name: 'Ajustar' }).click()
    await expect(dialog.getByText(/disponibles: no se pueden sacar/).first()).toBeVisible()
    await expectAccessible(page)
    // The units go, but the answer is lost: the next press is the same adjustment.
    await dialog.getByLabel('Unidades').fill('1')
    await page.route('**/api/stock/adjustments/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Ajustar' }).click()
    await expect(dialog.getByText(/No hay conexión con la tienda/).first()).toBeVisible()
    await page.unroute('**/api/stock/adjustments/')
    await dialog.getByRole('button', { name: 'Ajustar' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(() => units(page, name)).toBe(before - 1)
    forgive(complaints, OFFLINE)

    // Somebody else takes all but one while the dialog is open.
    await page.getByRole('button', { name: `Ajustar el stock de ${name}` }).click()
    await dialog.getByLabel('Motivo').selectOption('Rotura')
    await dialog.getByLabel('Unidades').fill('2')
    await isAdjusted(request, name, 2 - before)
    await dialog.getByRole('button', { name: 'Ajustar' }).click()
    await expect(dialog.getByText('Queda 1 disponible: no se pueden sacar 2').first()).toBeVisible()
    await dialog.getByLabel('Unidades').fill('1')
    await expect(dialog.getByRole('status').filter({ hasText: '→' })).toHaveText('1 → 0 disponibles')
    forgive(complaints, /409/)
    await isAdjusted(request, name, before - 2)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Sin stock' }).click()
    await expect(page.getByText('No se encontraron presentaciones')).toBeVisible()
    await page.getByRole('link', { name: 'Quitar los filtros' }).click()
    await expect(page.getByRole('row').nth(20)).toBeVisible()
  })
})
