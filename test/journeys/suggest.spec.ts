import { confirmedAge, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

const field = { name: 'Buscar semillas' }

test('the search of the header suggests products, and Enter alone searches', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto('/')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  const search = page.getByRole('searchbox', field)
  await search.focus()
  const combobox = page.getByRole('combobox', field)
  await expect(combobox).toHaveAttribute('aria-expanded', 'false')
  expect(scripts.some((url) => url.includes('suggestions'))).toBe(true)

  await combobox.pressSequentially('auto')
  const options = page.getByRole('listbox', { name: 'Sugerencias' }).getByRole('option')
  await expect(options).toHaveCount(6)
  await expect(page.getByText('6 sugerencias')).toBeAttached()
  await expectAccessible(page)
  const name = (await options.first().locator('b').textContent()) ?? ''
  await combobox.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(combobox).toHaveAttribute('aria-activedescendant', /.+0$/)

  // Esc closes the list and leaves the words.
  await combobox.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(combobox).toHaveValue('auto')
  await combobox.pressSequentially('m')
  await expect(options).toHaveCount(6)
  await combobox.press('Enter')
  await expect(page).toHaveURL(/\/productos\?search=autom$/)

  await page.goto('/')
  await search.focus()
  await combobox.pressSequentially('auto')
  await expect(options).toHaveCount(6)
  await combobox.press('ArrowDown')
  await combobox.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(combobox).toHaveValue('')
})

test('on a phone the suggestions stand under the opened field, and their failure changes nothing', async ({
  page,
  complaints,
}) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/trofeos')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const combobox = page.getByRole('combobox', field)
  await combobox.pressSequentially('luz mal')
  const option = page.getByRole('option', { name: 'Luz Mala' })
  await expect(option).toBeInViewport()
  await expectAccessible(page)
  // First the list closes, then the field.
  await combobox.press('Escape')
  await expect(option).toBeHidden()
  await expect(combobox).toBeVisible()
  await page.route('**/api/products/suggest/**', (route) => route.abort())
  await combobox.pressSequentially('a')
  await combobox.press('Enter')
  await expect(page).toHaveURL(/\/productos\?search=luz(?:\+|%20)mala$/)
  forgive(complaints, /ERR_FAILED/)
})

test('a word half typed suggests what it will mean, and one that finds nothing says so', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/trofeos')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  const combobox = page.getByRole('combobox', field)
  const options = page.getByRole('listbox', { name: 'Sugerencias' }).getByRole('option')
  await combobox.pressSequentially('relaj')
  await expect(options.first()).toBeInViewport()
  await combobox.fill('sandwich de milanesa')
  await expect(page.getByText('Sin sugerencias para «sandwich de milanesa».')).toBeInViewport()
  await expect(options).toHaveCount(0)
  await expectAccessible(page)
  await combobox.press('Escape')
  await expect(page.getByText('Sin sugerencias para')).toHaveCount(0)
  await expect(combobox).toHaveValue('sandwich de milanesa')
  await combobox.pressSequentially('s')
  await page.getByRole('link', { name: 'Buscar en el catálogo' }).click()
  await expect(page).toHaveURL(/\/productos\?search=sandwich/)
  await expect(page.getByText('Sin sugerencias para')).toHaveCount(0)
})

test('words about the shop and codes of lots lead to the page that answers', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/trofeos')
  const combobox = page.getByRole('combobox', field)
  await page.getByRole('searchbox', field).focus()
  await combobox.fill('pv-99z')
  await expect(
    page.getByRole('link', { name: 'Lo que buscás puede estar en el lote PV-99Z' }),
  ).toHaveAttribute('href', '/lote/PV-99Z')
  await combobox.fill('garantia')
  await page.getByRole('link', { name: 'Lo que buscás puede estar en la garantía' }).click()
  await expect(page).toHaveURL('/garantia')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the field is a form', async ({ page }) => {
    await page.goto('/trofeos')
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
    await page.getByRole('searchbox', field).fill('luz mala')
    await page.getByRole('searchbox', field).press('Enter')
    await expect(page).toHaveURL(/\/productos\?search=luz\+mala$/)
  })
})
