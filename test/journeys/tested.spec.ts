import { confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

for (const viewport of [PHONE, DESK]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    test('the home page counts and draws every tested seed, opened or not', async ({ page }) => {
      await confirmedAge(page)
      await page.goto('/')
      const heading = page.getByRole('heading', { name: /^De \d+ semillas probadas, \d+ abrieron\.$/ })
      const numbersIn = (text: string | null) => text?.match(/\d+/g)?.map(Number) ?? []
      const [counted = 0, opened = 0] = numbersIn(await heading.textContent())
      const field = page.locator('.marks')
      await expect(field).toHaveAttribute('role', 'img')
      // The eight largest tests are drawn; other journeys add lots, which the heading counts.
      const [sown = 0, germinated = 0] = numbersIn(await field.getAttribute('aria-label'))
      expect(sown).toBeGreaterThan(germinated)
      expect(counted - opened).toBeGreaterThanOrEqual(sown - germinated)
      expect(opened).toBeGreaterThanOrEqual(germinated)
      const marks = (kind: string) =>
        field
          .locator(`.marks-${kind}`)
          .evaluateAll((rows) => rows.reduce((sum, row) => sum + Number(row.getAttribute('width')) / 10, 0))
      expect([await marks('sprouts'), await marks('seeds')]).toEqual([germinated, sown - germinated])
      // None is hidden once it is on the screen, and the seeds are as large as the sprouts.
      await field.scrollIntoViewIfNeeded()
      await page.getByRole('heading', { name: 'Lotes en venta' }).scrollIntoViewIfNeeded()
      for (const row of await field.locator('rect').all())
        await expect(row).toHaveCSS('transform', /none|, 1, 0, 0\)$/)

      await page.getByText('Ver como tabla').click()
      const closed = await page
        .locator('.marks-table tbody td:nth-child(5)')
        .evaluateAll((cells) => cells.reduce((sum, cell) => sum + Number(cell.textContent), 0))
      expect(closed).toBe(sown - germinated)
      await expectAccessible(page)
    })

    test('a product names its lots on sale, and each leads to its page', async ({ page }) => {
      await confirmedAge(page)
      await page.goto('/producto/1')
      const strip = page.locator('.tested-strip')
      await expect(strip).toContainText('PV-25A 97/100')
      await expect(strip).toContainText('PV-24B 46/50')
      await strip.getByRole('link', { name: 'PV-24B' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Puna Violeta' })).toBeVisible()
      await expect(page.getByText('En venta ahora')).toBeVisible()
      await expect(page.getByRole('img', { name: 'De 50 semillas probadas, 46 abrieron.' })).toBeVisible()
      await page.goto('/productos?search=puna')
      const card = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: 'Puna Violeta', exact: true }) })
      await expect(card).toContainText('PG 95 %')
    })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('lots are found by the code on the pack, and what is left out is counted', async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'ageVerified', value: 'true', url: baseURL ?? '' }])
    await page.goto('/lotes')
    await expect(page.getByRole('heading', { name: 'En venta ahora' })).toBeVisible()
    await page.getByLabel('Buscar por el código del sobre').fill('pv-24')
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    await page.getByRole('link', { name: 'PV-24B' }).click()
    await page.getByLabel('¿Tenés otro sobre? Escribí su código').fill('nada')
    await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click()
    await expect(page.getByText('No encontramos un lote «nada»')).toBeVisible()
    await page.goto('/como-contamos')
    const left = page.getByText('Lotes en venta sin prueba todavía').locator('..')
    await expect(left).toContainText(/\d/)
  })
})
