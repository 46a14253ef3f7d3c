import { type Browser, type Page } from '@playwright/test'
import { asAdmin } from './people.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  expectRowsInView,
  forgive,
  PHONE,
  signIn,
  test,
} from './stories.ts'

// Long tests, with axe in every state.
test.describe.configure({ timeout: 120_000 })

async function enter(page: Page, address: string, username = 'admin'): Promise<void> {
  await arriveAs(page, username, address)
  await page.waitForURL((url) => url.pathname + url.search === address)
}

async function onDesk(browser: Browser, username?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: DESK, locale: 'es-AR' })
  const page = await context.newPage()
  await confirmedAge(page)
  if (username) {
    await arriveAs(page, username, '/')
  }
  return page
}

/** Creates it through the form, which then has the address of the new product. */
async function createProduct(page: Page, name: string, price: string): Promise<string> {
  await page.goto('/panel/productos/nuevo')
  await page.getByLabel('Nombre', { exact: true }).fill(name)
  await page.getByLabel(/^Marca/).selectOption({ label: 'Surbrote' })
  await page.getByLabel('Semillas', { exact: true }).fill('3')
  await page.getByLabel('Precio ($)').fill(price)
  await page.getByLabel('Stock', { exact: true }).fill('10')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
  // The form of the new product has its own values from here on.
  await expect(page.getByRole('heading', { level: 1, name: `Editar ${name}` })).toBeFocused()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test.describe('on a desk', () => {
  test.use({ viewport: DESK })

  test('a product is created and appears in the shop', async ({ page, browser }) => {
    await enter(page, '/panel/productos')
    await page.getByRole('link', { name: 'Agregar Producto' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Hay un problema' })).toBeFocused()
    await expectAccessible(page)

    await page.getByLabel('Nombre', { exact: true }).fill('Vidriera Nueva')
    await page.getByRole('button', { name: 'Crear marca' }).click()
    await page.getByLabel('Nombre de la marca').fill('Criadero Vidriera')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Crear marca' }).click()
    await expect(page.getByLabel(/^Marca/)).toHaveValue(/\d+/)
    await page.getByRole('radio', { name: 'Automáticas' }).check()
    await page.getByLabel(/^Índica/).fill('70')
    await expect(page.getByLabel(/^Sativa/)).toHaveValue('30')

    await page.getByLabel('Semillas', { exact: true }).fill('3')
    await page.getByLabel('Precio ($)').fill('18400,5')
    await page.getByLabel('Stock', { exact: true }).fill('4')
    await page.getByLabel(/^Descuento/).fill('140')
    await page.getByLabel(/^Descuento/).blur()
    await expect(page.getByText('Ajustado a 100 %')).toBeVisible()
    await page.getByLabel(/^Descuento/).fill('20')
    await expect(page.getByText('$ 14.720,40').first()).toBeVisible()

    await page.getByLabel('Elegir: Imagen principal').setInputFiles('src/web/public/apple-touch-icon.png')
    await expect(page.getByRole('img', { name: 'Imagen principal' })).toBeVisible()
    await page.getByRole('button', { name: 'Mover después: Imagen principal' }).click()
    await page.getByRole('button', { name: 'Mover antes: Segunda imagen' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Producto guardado' }).first()).toBeVisible()
    await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
    await expectAccessible(page)

    const visitor = await onDesk(browser)
    await visitor.goto('/productos?search=Vidriera')
    await expect(visitor.getByRole('heading', { name: 'Vidriera Nueva' })).toBeVisible()
    expect(await visitor.content()).not.toContain('14.720')
    await visitor.context().close()
  })

  test('a price change is visible to customers but not to anonymous visitors', async ({ page, browser }) => {
    await enter(page, '/panel/productos')
    const id = await createProduct(page, 'Precio Que Cambia', '11.111')
    const customer = await onDesk(browser, 'cliente')
    await customer.goto(`/producto/${id}`)
    await expect(customer.getByText('$ 11.111').first()).toBeVisible()

    await page.getByLabel('Precio ($)').fill('22222')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Producto actualizado').first()).toBeVisible()

    await customer.reload()
    await expect(customer.getByText('$ 22.222').first()).toBeVisible()
    await customer.context().close()
    const visitor = await onDesk(browser)
    await visitor.goto(`/producto/${id}`)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Precio Que Cambia' })).toBeVisible()
    expect(await visitor.content()).not.toMatch(/22\.?222/)
    await visitor.context().close()
  })

  test('concurrent edits of one product are merged', async ({ page, browser }) => {
    await enter(page, '/panel/productos')
    const id = await createProduct(page, 'Editado Por Dos', '30.000')
    const other = await onDesk(browser, 'admin')
    await other.goto(`/panel/productos/editar/${id}`)
    await other.getByLabel('Precio ($)').fill('31000')
    await other.getByLabel(/^THC/).fill('19 %')
    await other.getByRole('button', { name: 'Guardar' }).click()
    await expect(other.getByText('Producto actualizado').first()).toBeVisible()

    await page.getByLabel('Precio ($)').fill('33000')
    await page.getByLabel(/^Genotipo/).fill('Sierra × Río')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const dialog = page.getByRole('dialog', { name: /Otra persona guardó/ })
    await expect(dialog.getByText('THC: 19 %')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel(/De la otra persona/).check()
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await expect(page.getByText('Producto actualizado').first()).toBeVisible()
    await expect(page.getByLabel('Precio ($)')).toHaveValue('31.000')
    await expect(page.getByLabel(/^Genotipo/)).toHaveValue('Sierra × Río')
    await expect(page.getByLabel(/^THC/)).toHaveValue('19 %')
    await other.context().close()
  })

  test('a save repeated after a lost response counts its stock once', async ({ page, complaints }) => {
    await enter(page, '/panel/productos')
    await createProduct(page, 'Respuesta Perdida', '12.000')
    const stock = page.getByLabel('Stock', { exact: true })
    const more = String(Number(await stock.inputValue()) + 5)
    await stock.fill(more)
    await page.route('**/api/products/*/', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('No hay conexión con la tienda.', { exact: false }).first()).toBeVisible()
    await page.unroute('**/api/products/*/')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Producto actualizado').first()).toBeVisible()
    await expect(stock).toHaveValue(more)
    await page.reload()
    await expect(stock).toHaveValue(more)
    forgive(complaints, /ERR_FAILED|409/)
  })

  test('a refused switch reverts and says why', async ({ page }) => {
    await enter(page, '/panel/productos?search=puna')
    const flip = page.getByRole('switch', { name: 'Destacado, Puna Violeta' })
    const before = await flip.getAttribute('aria-checked')
    await page.route('**/api/products/*/', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 409, json: { error: 'No ahora', message: 'No ahora', code: 'CONFLICT' } })
        : route.continue(),
    )
    await flip.click()
    await expect(
      page.getByRole('main').getByText('Error al cambiar el destacado', { exact: true }),
    ).toBeVisible()
    await expect(flip).toHaveAttribute('aria-checked', before ?? '')
  })

  test('a product without brand or presentations is shown in the shop only after a question', async ({
    page,
  }) => {
    await enter(page, '/panel/productos/nuevo')
    await page.getByLabel('Nombre', { exact: true }).fill('Vidriera Vacía')
    await page.getByRole('button', { name: 'Quitar Presentación X…' }).click()
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog', { name: '¿Guardar sin marca ni presentaciones?' })
    await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(page).toHaveURL('/panel/productos/nuevo')
    await page.getByLabel(/^Marca/).selectOption({ label: 'Surbrote' })
    await page.keyboard.press('Control+s')
    await page
      .getByRole('dialog', { name: '¿Guardar sin presentaciones?' })
      .getByRole('button', { name: 'Guardar igual' })
      .click()
    await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
    // No question for a hidden product.
    await page.getByRole('switch', { name: 'Disponible' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Producto actualizado').first()).toBeVisible()
    await test.step('a copy is a new product, hidden', async () => {
      await page.getByRole('link', { name: 'Duplicar' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Agregar producto' })).toBeVisible()
      await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Vidriera Vacía (copia)')
      await expect(page.getByRole('switch', { name: 'Disponible' })).not.toBeChecked()
      await page.keyboard.press('Control+s')
      await expect(page).toHaveURL(/\/panel\/productos\/editar\/\d+$/)
    })
  })

  test('the link back from a product returns to the list as it was left', async ({ page }) => {
    await enter(page, '/admin/productos?availability=available')
    await page.getByRole('button', { name: 'Cargar más productos' }).click()
    await expect(page.getByText(/^Mostrando 1[0-8] de/)).toBeVisible()
    // Not the last row: a product that another test adds meanwhile can push it off the list.
    const links = page.getByRole('link', { name: /^Editar / })
    const address = await links.nth((await links.count()) - 4).getAttribute('href')
    const row = links.and(page.locator(`[href="${address}"]`))
    await row.scrollIntoViewIfNeeded()
    const scrolled = () => page.evaluate(() => scrollY)
    const before = await scrolled()
    expect(before).toBeGreaterThan(200)
    await row.click()
    await page.getByRole('main').getByRole('link', { name: 'Productos' }).click()
    await expect(page).toHaveURL('/admin/productos?availability=available')
    await expect(page.getByText(/^Mostrando 1[0-8] de/)).toBeVisible()
    await expect.poll(scrolled).toBe(before)
    await expect(row).toBeInViewport()
    // It went back instead of adding to the history.
    await page.goForward()
    await expect(page).toHaveURL(/editar/)
  })

  test('more products are loaded without a gap after another admin deleted one', async ({
    page,
    request,
  }) => {
    const deleted = await asAdmin(request, async (headers) => {
      const name = `Se va ${Date.now().toString(36)}`
      const made = await request.post('/api/products/', {
        headers,
        data: { name, type: 'fem', blisters: [] },
      })
      expect(made.status(), await made.text()).toBe(201)
      return (await made.json()) as { id: number; name: string }
    })
    const newest = () =>
      asAdmin(request, async (headers) => {
        const answer = await request.get('/api/products/?page=1&page_size=18&ordering=-created_at', {
          headers,
        })
        return ((await answer.json()) as { results: { name: string }[] }).results.map(({ name }) => name)
      })
    await enter(page, '/admin/productos')
    await expect(page.getByRole('link', { name: `Editar ${deleted.name}` })).toBeVisible()
    await asAdmin(request, async (headers) => {
      expect((await request.delete(`/api/products/${deleted.id}/`, { headers })).status()).toBe(204)
    })
    const names = await newest()
    expect(names.length).toBeGreaterThan(12)
    await page.getByRole('button', { name: 'Cargar más productos' }).click()
    await expect(page.getByRole('link', { name: `Editar ${deleted.name}` })).toBeHidden()
    for (const name of names)
      await expect(page.getByRole('link', { name: `Editar ${name}`, exact: true })).toBeVisible()
  })

  test('leaving a form with unsaved changes asks for confirmation', async ({ page }) => {
    await enter(page, '/panel/productos/nuevo')
    await page.getByLabel('Nombre', { exact: true }).fill('A medias')
    await page.getByRole('link', { name: 'Pedidos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
    await expect(dialog.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('A medias')
    await page.getByRole('link', { name: 'Pedidos' }).click()
    await dialog.getByRole('button', { name: 'Salir sin guardar' }).click()
    await expect(page).toHaveURL('/panel/pedidos')
  })

  test('every action has a keyboard shortcut, and shortcuts can be switched off', async ({ page }) => {
    await enter(page, '/admin/productos')
    // The first visit shows cards.
    await expectRowsInView(page, 6)
    await expect(page.getByRole('table')).toHaveCount(0)
    // So few that 'Cargar más' below is of the list without a filter.
    await page.goto('/admin/productos?stock=out-of-stock')
    await expect(page.getByRole('button', { name: 'Quitar filtro: Stock: Sin stock' })).toBeVisible()
    await page.getByRole('button', { name: 'Tabla' }).click()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL('/admin/productos')
    await page.getByText('Cargar más productos').waitFor()
    await expectRowsInView(page, 12)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('3 seleccionados')).toBeVisible()
    // On one line, over a table.
    expect(
      (await page.getByRole('region', { name: 'Productos elegidos' }).boundingBox())?.height,
    ).toBeLessThan(70)
    await expect(page.getByRole('table', { name: 'Productos' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('/')
    await page.keyboard.type('quebracho')
    await expect(page).toHaveURL('/admin/productos?search=quebracho')
    await expect(page.getByText('1 producto', { exact: true })).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/productos\/editar\/\d+/)

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    // What it finds: verbs, customers by name and telephone, settings; a telephone is no order.
    const combobox = page.getByRole('dialog').getByRole('combobox')
    const found = page.getByRole('dialog').getByRole('option')
    await combobox.fill('subir precios')
    await expect(found.first()).toHaveText('Cambiar precios')
    await combobox.fill('nuevo lote')
    await expect(found.first()).toHaveText(/^Cosecha nueva/)
    await combobox.fill('días de garantía')
    await expect(found.filter({ hasText: 'Ajustes' })).toHaveText(/^Días de garantía/)
    const tomas = found.and(page.getByRole('option', { name: /Tomás Quiroga/ })).first()
    await combobox.fill('341 555-6677')
    await expect(tomas).toBeVisible()
    await combobox.fill('3415556677')
    await expect(tomas).toBeVisible()
    await expect(found.and(page.getByRole('option', { name: /Pedido #3415556677/ }))).toHaveCount(0)
    // Of six digits it may be either.
    await combobox.fill('556677')
    await expect(tomas).toBeVisible()
    await expect(found.first()).toHaveText(/^Pedido #556677/)
    await combobox.fill('quiroga tomas')
    await expect(tomas).toBeVisible()
    await combobox.fill('')
    await page.keyboard.type('#12')
    await expect(page.getByRole('option', { name: /Pedido #12/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin/pedidos/12')

    await page.keyboard.press('?')
    await page.getByRole('switch', { name: 'Atajos de teclado: activados' }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page).toHaveURL('/admin/pedidos/12')
  })

  test('only admins have access', async ({ page }) => {
    await confirmedAge(page)
    await page.goto('/panel/productos')
    await expect(page).toHaveURL('/login?redirect=%2Fpanel%2Fproductos')
    await signIn(page, 'cliente')
    await expect(page).toHaveURL(/\/mi-cuenta/)
    const frame = await (await page.request.get('/panel/productos')).text()
    expect(frame).toContain('noindex')
    expect(frame).not.toContain('Puna Violeta')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('every state of the list can be used', async ({ page }) => {
    await enter(page, '/panel/productos')
    await page.getByText('Cargar más productos').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cargar más productos' }).click()
    await expect(page.getByText(/^Mostrando 1[0-8] de/)).toBeVisible()
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByText('Productos actualizados')).toBeVisible()

    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByRole('dialog').getByLabel('Stock').selectOption('Sin stock')
    await expectAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Ver \d+/ })
      .click()
    await expect(page).toHaveURL('/panel/productos?stock=out-of-stock')
    await page.getByRole('button', { name: 'Quitar filtro: Stock: Sin stock' }).click()
    await expect(page).toHaveURL('/panel/productos')

    await page.getByRole('searchbox').fill('nadaseparece')
    await expect(page.getByText('No se encontraron productos')).toBeVisible()
    await expectAccessible(page)

    await page.route('**/api/products/**', (route) =>
      route.fulfill({
        status: 429,
        json: { error: 'Ahora no', message: 'Ahora no', code: 'TOO_MANY_REQUESTS' },
      }),
    )
    await page.getByRole('button', { name: 'Limpiar filtros' }).click()
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await expect(page.getByRole('main').getByText('Error al obtener los productos')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/api/products/**')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('main').getByText('Error al obtener los productos')).toBeHidden()
  })

  test('the form and the menu can be used', async ({ page }) => {
    await enter(page, '/panel/productos/nuevo')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Menú' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Productos' }).click()
    await expect(page).toHaveURL('/panel/productos')
    await page
      .getByRole('button', { name: /^Eliminar / })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByText(/también se eliminan sus blísteres/)).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Volver' })).toBeFocused()
    await expectAccessible(page)
  })
})
