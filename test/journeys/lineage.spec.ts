import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

/** Luz Mala. */
const PRODUCT = '/producto/3'

test('the ancestors of a variety are a tree and a list, and those sold here are links', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto(PRODUCT)
  const genetics = page.getByText('Genética: Noche de Esteros × Arrope')
  await expect(genetics.getByRole('link')).toHaveText(['Noche de Esteros', 'Arrope'])
  const tree = page.getByRole('img', {
    name: /^Genealogía de Luz Mala: madre Noche de Esteros, padre Arrope/,
  })
  await expect(tree).toBeVisible()
  const list = page.getByRole('listitem').filter({ hasText: /^Madre: Noche de Esteros/ })
  await expect(list).toBeHidden()
  await page.getByText('Ver como lista').press('Enter')
  await expect(list).toBeVisible()
  await expect(list.getByText('Madre: Yacaré')).toBeVisible()
  await expect(list.getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  await list.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Noche de Esteros' })).toBeVisible()
})

test('on a phone the list comes first', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto(PRODUCT)
  const list = page.getByText('Madre: Yacaré')
  await expect(list).toBeVisible()
  const tree = page.getByRole('region', { name: 'Árbol' })
  const [above, below] = [await list.boundingBox(), await tree.boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
  // Wider than the screen, it fades where it goes on; its end can be scrolled clear of that.
  await expect(tree).toHaveCSS('mask-image', /linear-gradient/)
  const clear = await tree.evaluate((box) => {
    box.scrollLeft = box.scrollWidth
    const end = Math.max(...[...box.querySelectorAll('rect')].map((one) => one.getBoundingClientRect().right))
    return box.getBoundingClientRect().right - end
  })
  expect(clear).toBeGreaterThan(48)
  await expectAccessible(page)
})

test('what is like a variety is named with what they have in common, and what was viewed comes last', async ({
  page,
}) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto('/producto/2')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(PRODUCT)
  const alike = page.getByRole('region', { name: 'Te puede gustar' })
  await expect(alike.getByRole('link')).toHaveCount(4)
  await expect(alike.getByText(/Se parece en: .+/).first()).toBeVisible()
  const seen = page.getByRole('region', { name: 'Últimos productos vistos' })
  await expect(seen.getByRole('article').getByRole('heading')).toHaveText('Siesta Litoral')
})

test('the owner tells the parents of a product, and no circle', async ({ page }) => {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'admin', '/panel/productos/editar/12')
  await page.getByRole('button', { name: 'Genealogía' }).click()
  const dialog = page.getByRole('dialog', { name: 'Genealogía de Noche de Esteros' })
  const mother = dialog.getByLabel(/^Madre/)
  await expect(mother).toHaveValue('Yacaré')
  await mother.fill('luz mala')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  const circle = page.getByText('Una variedad no puede ser antepasada de sí misma.')
  await expect(circle).toBeVisible()
  await expect(mother).toBeFocused()
  await expect(mother).toHaveAccessibleDescription(/antepasada de sí misma/)
  // Nowhere else, and no toast over the fields.
  await expect(circle).toHaveCount(1)
  await expect(page.getByText('Error al guardar la genealogía')).toHaveCount(0)
  await expectAccessible(page)
  await mother.fill('Yacaré')
  await dialog.getByLabel(/^Generación/).fill('F3')
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  expect((await saved).status()).toBe(200)
  await expect(dialog).toBeHidden()
  await page.goto('/producto/12')
  await expect(page.getByText('Genética: Yacaré × Luna 5 · F3')).toBeVisible()
})
