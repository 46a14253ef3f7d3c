import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { arriveAs, DESK, expect, expectAccessible, test } from './stories.ts'

test.use({ viewport: DESK })

test('reports of sales and customers by keyboard: chart, table and CSV', async ({ page }) => {
  await arriveAs(page, 'admin', '/panel/productos')
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible()

  const from = page.getByLabel('Desde')
  const year = Number((await from.inputValue()).slice(0, 4))
  // Other journeys sell today.
  const to = page.getByLabel('Hasta')
  const yesterday = Date.parse(await to.inputValue()) - 24 * 60 * 60_000
  await to.fill(new Date(yesterday).toISOString().slice(0, 10))
  await from.fill(`${year - 1}-01-01`)
  const chart = page.getByRole('figure')
  await expect(
    page.getByRole('img', { name: /^Del 1 de enero de \d+ al .*pedidos \d+, total \$.*máximo/ }),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Mes' })).toBeChecked()
  await expect(from).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Semana' }).click()
  await expect(page.getByRole('radio', { name: 'Semana' })).toBeChecked()
  await expect(page).toHaveURL(/por=semana/)
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Mes' })).toBeChecked()
  await page.goForward()
  await expect(page).toHaveURL(/por=semana/)
  await expect(chart.or(page.getByRole('img', { name: /máximo/ }))).toBeVisible()
  const total = page
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .first()
  const sold = (await total.textContent()) ?? ''

  await page.getByRole('link', { name: 'Productos', exact: true }).last().click()
  await expect(page.getByRole('columnheader', { name: 'Producto' })).toBeVisible()
  await expect(total).toHaveText(sold)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^productos-\d{4}-01-01-.*\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const { data } = Papa.parse<string[]>(text.replace('\uFEFF', ''), { delimiter: ';', skipEmptyLines: true })
  expect(data[0]).toEqual(['Producto', 'Total', 'Pedidos', 'Unidades', 'Descuentos'])
  const sum = data.slice(1).reduce((all, [, amount = '']) => all + Number(amount.replace(',', '.')), 0)
  expect(`$\u00a0${sum.toLocaleString('es-AR')}`).toBe(sold)

  await to.fill(`${year - 2}-12-31`)
  await expect(page.getByText('La fecha inicial es posterior a la final')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Hoy', exact: true }).click()
  await expect(page.getByText('La fecha inicial es posterior a la final')).toBeHidden()
  await page.getByRole('link', { name: 'Búsquedas' }).click()
  await expect(page.getByText('Se guardan 400 días, sin decir quién buscó.')).toBeVisible()
})
