import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

const COUNT = '.catalogue-count'

for (const [name, viewport] of [
  ['phone', PHONE],
  ['desk', DESK],
] as const) {
  test(`on a ${name} the list is narrowed by facts, with counts that follow each choice`, async ({
    page,
  }) => {
    await confirmedAge(page)
    await page.setViewportSize(viewport)
    await page.goto('/productos')
    const more = page.getByText('Más filtros', { exact: false }).first()
    // By the keyboard: its code comes with the first press, and the focus stays.
    await page.locator('.facets summary').focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('group', { name: 'THC' })
      .getByLabel(/^20 a 25 %/)
      .check()
    await page
      .getByRole('group', { name: 'Floración' })
      .getByLabel(/^8 a 9 semanas/)
      .check()
    await expect(more).toHaveText(/Más filtros \(2\)/)
    const show = page.getByRole('button', { name: /^Ver \d+ productos?$/ })
    await expect(page.getByRole('group', { name: 'THC' }).getByLabel(/^Menos de 15 %/)).toBeDisabled()
    await expectAccessible(page)
    const count = /\d+/.exec((await show.textContent()) ?? '')?.[0] ?? ''
    await show.click()
    await expect(page).toHaveURL('/productos?facets=flowering.56-63*thc.20-25')
    await expect(page.locator(COUNT)).toContainText(new RegExp(`^${count} productos?`))
    await page.getByRole('link', { name: 'Quitar filtro: THC de 20 a 25 %' }).click()
    await expect(page).toHaveURL('/productos?facets=flowering.56-63')
    await page.reload()
    await expect(page.getByRole('link', { name: 'Quitar filtro: Floración de 8 a 9 semanas' })).toBeVisible()
  })
}

test('an empty list says how many there are without one of its conditions', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto('/productos?search=luz+mala+thc+35+%25+o+m%C3%A1s')
  await page.getByRole('link', { name: 'Sin «THC 35 % o más» hay 1' }).click()
  await expect(page).toHaveURL('/productos?search=luz+mala')
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText('Luz Mala')
})

test('effects stand beside aromas and are found by their relatives', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto('/productos?search=semillas+relajantes')
  await page.getByRole('article').first().getByRole('link').first().click()
  const effects = page
    .locator('.product-chips')
    .filter({ has: page.getByRole('heading', { name: 'Efectos' }) })
  await expect(effects.getByRole('listitem').first()).toBeVisible()
})

test('the owner teaches the search a word', async ({ page }) => {
  await page.setViewportSize(DESK)
  await arriveAs(page, 'admin', '/panel/reportes?ver=busquedas')
  await page.getByText(/^Lo que la búsqueda entiende/).click()
  await page.getByRole('button', { name: 'Cambiar: zorrino' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enseñar «zorrino»' })
  await expect(dialog.getByLabel(/Quiere decir/)).toHaveValue('zorrino, skunk')
  await expectAccessible(page)
  await dialog.getByLabel(/Quiere decir/).fill('zorrino, skunk, lapacho')
  await dialog.getByRole('button', { name: 'Enseñar' }).click()
  await expect(page.locator('.report-said')).toHaveText(/^«zorrino» encuentra \d+ productos?$/)
  await expect(page.getByText('«zorrino»: zorrino, skunk, lapacho')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('the facets are a form, and the same choices are the same page', async ({ page, request }) => {
    await page.goto('/productos')
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
    await page.locator('.facets summary').click()
    await page.getByLabel(/^20 a 25 %/).check()
    await page.getByLabel(/^9 a 10 semanas/).check()
    await page.getByRole('button', { name: 'Ver productos' }).click()
    await expect(page).toHaveURL(/facets=thc\.20-25&facets=flowering\.63-70/)
    await expect(page.getByRole('link', { name: 'Quitar filtro: THC de 20 a 25 %' })).toBeVisible()
    await page.getByRole('button', { name: 'Automáticas' }).click()
    await expect(page).toHaveURL(/facets=flowering\.63-70\*thc\.20-25/)
    const texts = await Promise.all(
      ['facets=thc.20-25&facets=flowering.63-70', 'facets=flowering.63-70*thc.20-25&utm_source=x'].map(
        async (query) => (await request.get(`/productos?${query}`)).text(),
      ),
    )
    expect(texts[0]).toBe(texts[1])
  })
})
