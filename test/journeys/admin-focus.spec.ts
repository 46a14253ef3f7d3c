import type { Page } from '@playwright/test'
import { accessOf, newCustomer } from './people.ts'
import { arriveAs, DESK, expect, test } from './stories.ts'

/** Where the back office moves the focus when the focused element is removed. */
test.use({ viewport: DESK })

async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await expect(page.locator('.admin-frame h1')).toBeVisible()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test('deleting a row by keyboard moves the focus to the heading', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const tag = Date.now().toString(36)
  for (const name of [`Foco ${tag} uno`, `Foco ${tag} dos`]) {
    const data = { name, type: 'fem', blisters: [{ seed_count: 3, price: 1000, stock: 2, discount: 0 }] }
    expect((await request.post('/api/products/', { headers, data })).ok()).toBe(true)
  }
  await enter(page, `/panel/productos?search=Foco+${tag}`)
  await page.getByRole('button', { name: 'Tabla' }).click()
  const gone = page.getByRole('row').filter({ hasText: `Foco ${tag} dos` })
  await gone.focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('No está en ningún pedido.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Eliminar', exact: true }).press('Enter')
  await expect(gone).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: `Foco ${tag} uno` })).toBeVisible()
  await expect(heading(page, 'Productos')).toBeFocused()

  const [kept, removed] = [await newCustomer(request, `Foco${tag}`), await newCustomer(request, `Foco${tag}`)]
  await page.goto(`/panel/usuarios?username=Foco${tag}`)
  await page.getByRole('button', { name: 'Tarjetas' }).click()
  const card = page.getByRole('listitem').filter({ hasText: `@${removed.username}` })
  await card.getByRole('button', { name: /^Eliminar/ }).press('Enter')
  await dialog.getByRole('textbox').fill(removed.username)
  await page.keyboard.press('Enter')
  await expect(card).toBeHidden()
  await expect(page.getByText(`@${kept.username}`)).toBeVisible()
  await expect(heading(page, 'Gestión de Usuarios')).toBeFocused()
})

test('a link focuses the heading of its page, before and after the data load', async ({ page }) => {
  await enter(page, '/panel/productos')
  // Delays the data so that the placeholder heading is rendered first.
  await page.route(/\/api\/(products|users)\/\d+\/|\/api\/settings\/all/, async (route) => {
    await new Promise((later) => setTimeout(later, 400))
    await route.continue()
  })
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .press('Enter')
  await expect(heading(page, 'Editar producto')).toBeFocused()
  await expect(page.getByRole('form')).toBeVisible()
  await expect(heading(page, /^Editar (?!producto$)/)).toBeFocused()

  await page.goto('/panel/usuarios')
  await page
    .getByRole('link', { name: /^Ver detalles/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Datos' })).toBeVisible()
  await expect(heading(page, /./)).toBeFocused()

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(page.getByRole('form', { name: 'Ajustes de la tienda' })).toBeVisible()
  await expect(heading(page, 'Ajustes de la tienda')).toBeFocused()
})

test('a link or a filter that is gone once pressed hands its focus to the heading', async ({ page }) => {
  await enter(page, '/panel/ajustes')
  await page.getByRole('link', { name: 'Mensajes a clientes' }).press('Enter')
  await expect(heading(page, 'Mensajes a clientes')).toBeFocused()
  await page.goto('/panel/productos?availability=available')
  await page.getByRole('button', { name: 'Quitar filtro: Disponibilidad: Disponibles' }).press('Enter')
  await expect(page).toHaveURL(/\/panel\/productos$/)
  await expect(heading(page, 'Productos')).toBeFocused()
})

test('after creating a product the focus stays on its heading', async ({ page }) => {
  const name = `Creada ${Date.now().toString(36)}`
  await enter(page, '/panel/productos/nuevo')
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await page.getByLabel(/^Marca/).selectOption({ label: 'Surbrote' })
  const cells = page.locator('#product-blisters input')
  for (const [at, value] of ['3', '1000', '2'].entries()) await cells.nth(at).fill(value)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
  await expect(page.getByRole('form', { name: `Editar ${name}` })).toBeVisible()
  await expect(heading(page, `Editar ${name}`)).toBeFocused()
})

test('loading the last page focuses its first row', async ({ page }) => {
  await enter(page, '/panel/productos')
  for (const [address, word] of [
    ['/panel/productos', 'Cargar más productos'],
    ['/panel/actividad', 'Cargar más'],
  ] as const) {
    await page.goto(address)
    const rows = page.locator('main [data-row]')
    await expect(rows.first()).toBeAttached()
    const more = page.getByRole('button', { name: word })
    let shown = 0
    while (await more.isVisible()) {
      shown = await rows.count()
      await more.press('Enter')
      await expect(async () => expect(await rows.count()).toBeGreaterThan(shown)).toPass()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    }
    expect(shown).toBeGreaterThan(0)
    if (word === 'Cargar más productos') await expect(rows.nth(shown)).toBeFocused()
    // Sign-ins are folded: there are fewer lines than rows.
    else await expect(page.getByRole('main').locator('[data-row]:focus, summary:focus')).toBeVisible()
  }
})
