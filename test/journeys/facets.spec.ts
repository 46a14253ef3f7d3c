import type { Locator, Page } from '@playwright/test'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

const COUNT = '.catalogue-count'

/** Chooses strong seeds that flower in eight weeks, and shows them. */
async function narrow(page: Page, within: Locator): Promise<void> {
  await within
    .getByRole('group', { name: 'THC' })
    .getByLabel(/^20 a 25 %/)
    .check()
  await within.locator('[data-name=flowering] > summary').click()
  await within
    .getByRole('group', { name: 'Floración' })
    .getByLabel(/^8 a 9 semanas/)
    .check()
  const show = within.getByRole('button', { name: /^Ver \d+ productos?$/ })
  await expect(within.getByRole('group', { name: 'THC' }).getByLabel(/^Menos de 15 %/)).toBeDisabled()
  await expectAccessible(page)
  const count = /\d+/.exec((await show.textContent()) ?? '')?.[0] ?? ''
  await show.click()
  await expect(page).toHaveURL('/productos?facets=flowering.56-63*thc.20-25')
  await expect(page.locator(COUNT)).toContainText(new RegExp(`^${count} productos?`))
}

test('on a desk the filters stand beside the list, with counts that follow each choice', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(DESK)
  await page.goto('/productos')
  const filters = page.getByRole('form', { name: 'Filtros' })
  await expect(page.getByRole('button', { name: /^Filtros/ })).toBeHidden()
  const [column, list] = await Promise.all(
    [filters, page.locator('.catalogue-list')].map((part) => part.boundingBox()),
  )
  expect(column?.width).toBeGreaterThan(270)
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0)
  // Their code comes with the first use, and what was done until then stays: the open group and the focus in it.
  await filters.locator('[data-name=thc] > summary').focus()
  await page.keyboard.press('Enter')
  await expect(filters.getByRole('button', { name: /^Ver \d+/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(filters.getByLabel(/^15 a 20 %/)).toBeFocused()
  await narrow(page, filters)
  await page.getByRole('link', { name: 'Quitar filtro: THC de 20 a 25 %' }).click()
  await expect(page).toHaveURL('/productos?facets=flowering.56-63')
  await page.reload()
  await expect(filters.getByLabel(/^8 a 9 semanas/)).toBeChecked()
  // The first use of a drawn page is a filter that goes.
  await page.getByRole('link', { name: /^Quitar filtro: Floración/ }).click()
  await expect(page).toHaveURL('/productos')
  await expect(filters.getByLabel(/^8 a 9 semanas/)).not.toBeChecked()
  await filters.getByRole('heading').evaluate((heading: HTMLElement) => {
    heading.tabIndex = -1
    heading.focus()
  })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator(COUNT)).toBeFocused()
  // Their buttons are in the window wherever the list stands.
  for (const y of [0, 400, 2000]) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y)
    await expect(filters.getByRole('button', { name: /^Ver / })).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone the filters are in the sheet, whose button says how many are chosen', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/productos')
  await expect(page.locator('.facets')).toBeHidden()
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.locator('[data-name=thc] > summary').click()
  await narrow(page, sheet)
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Filtros (2)' }).click()
  await expect(sheet.getByLabel(/^20 a 25 %/)).toBeChecked()
  await sheet.getByRole('button', { name: 'Limpiar' }).click()
  await sheet.getByRole('button', { name: /^Ver / }).click()
  await expect(page).toHaveURL('/productos')
})

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
    await page.locator('.facets > summary').click()
    await page.locator('[data-name=thc] > summary').click()
    await page.getByLabel(/^20 a 25 %/).check()
    await page.locator('[data-name=flowering] > summary').click()
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
