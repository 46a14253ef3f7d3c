import { answersOf, walk } from './answers.ts'
import { confirmedAge, DESK, expect, forgive, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('"Limpiar" in the sheet clears the same filters as "Limpiar filtros" on the page', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  for (const [address, all] of [
    ['/productos?category=limitada&search=a&ordering=name', '/productos?ordering=name'],
    ['/merch?search=a&ordering=name', '/merch?ordering=name'],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name: /^Filtros/ }).click()
    await page.getByRole('button', { name: 'Limpiar', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Ver/ }).click()
    await expect(page).toHaveURL(all)
  }
  await page.goto('/productos?category=limitada&search=a&ordering=name')
  await page.getByRole('link', { name: 'Limpiar filtros' }).first().click()
  await expect(page).toHaveURL('/productos?ordering=name')
})

test('a search begins with the name it names, and says what the merch has', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/productos?search=puna%20violeta')
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText('Puna Violeta')
  await page.goto('/productos?search=remera')
  await page.getByRole('link', { name: /^\d+ resultados? en Merch$/ }).click()
  await expect(page).toHaveURL('/merch?search=remera')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the header search clears with the filter of the list, and a blank search opens the whole list', async ({
  page,
}) => {
  await confirmedAge(page)
  await page.goto('/trofeos')
  // Beside the search of the catalogue it is hidden.
  const field = page.getByRole('banner').locator('input')
  await field.fill('lapacho')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/productos?search=lapacho')
  await expect(page.getByRole('searchbox')).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: /Buscar por nombre/ })).toHaveValue('lapacho')
  await page.getByRole('link', { name: /^Quitar filtro/ }).click()
  await expect(page).toHaveURL('/productos')
  await expect(field).toHaveValue('')
  await page.goto('/trofeos')
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/productos')
})

test('a page beyond the end says that it does not exist, with links to the first and the last', async ({
  page,
}) => {
  await confirmedAge(page)
  await page.goto('/productos?page=9999')
  await expect(page.locator('.catalogue-count')).toHaveText('La página 9999 no existe')
  await expect(page.getByText('No se encontraron productos.')).toBeVisible()
  await expect(page).toHaveTitle('Catálogo de semillas · Surbrote')
  const pages = page.getByRole('navigation', { name: 'Paginación' })
  await expect(pages.getByRole('link', { name: /^Página \d/ }).first()).toBeVisible()
  await expect(pages.locator('[aria-current]')).toHaveCount(0)
  const last = page.getByRole('link', { name: /^Ir a la última página \(\d+\)$/ })
  const number = /\d+/.exec((await last.textContent()) ?? '')?.[0] ?? ''
  await last.click()
  await expect(page).toHaveURL(`/productos?page=${number}`)
  await expect(page.locator('.catalogue-count')).toHaveText(new RegExp(`página ${number} de ${number}$`))
  await page.goBack()
  await page.getByRole('link', { name: 'Ir a la primera página' }).click()
  await expect(page).toHaveURL('/productos')
  await expect(page.locator('.catalogue-count')).toHaveText(/página 1 de/)
  await expect(page.locator('.catalogue-count')).toBeFocused()
})

test('a cached list says when it is not the requested one', async ({ page, complaints }) => {
  await confirmedAge(page)
  const shop = await answersOf(page)
  await page.goto('/productos?category=automaticas')
  await expect(page.getByRole('article').first()).toBeVisible()
  await shop.fail(/^\/products\/\?/)
  await walk(page, '/productos?category=Fotoperiodicas')
  const failure = page.getByRole('alert').filter({ hasText: 'No se pudo cargar el catálogo' })
  await expect(failure).toContainText('Mostrando la última lista guardada, de otra búsqueda')
  await expect(page.getByRole('article').first()).toContainText(/auto/i)
  forgive(complaints, /500/)
})
