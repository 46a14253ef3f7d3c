import { arriveAs, confirmedAge, DESK, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

const keep = (name: string) => ({ name: `Guardar ${name}`, exact: true })

test('on a phone products are compared side by side', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/productos?search=auto')
  const cards = page.getByRole('article')
  for (const at of [0, 1])
    await cards
      .nth(at)
      .getByRole('button', { name: /^Comparar/ })
      .click()
  await expect(cards.nth(1).getByRole('button', { name: /^Comparar/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('link', { name: 'Ver 2 lado a lado' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('rowheader', { name: 'Tipo' })).toBeVisible()
  await page.getByLabel('Solo diferencias').check()
  await expect(table.getByRole('rowheader', { name: 'Tipo' })).toBeHidden()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /^Quitar/ })
    .first()
    .click()
  await expect(table.getByRole('columnheader')).toHaveCount(2)
})

test('favourites of a browser go into the account that signs in, and leave the browser with it', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize(DESK)
  await confirmedAge(page)
  await page.goto('/productos?search=luz+mala')
  const heart = page.getByRole('button', keep('Luz Mala'))
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/favoritos')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expectAccessible(page)
  await arriveAs(page, 'tomas_quiroga', '/favoritos')
  await expect(page.getByRole('article').getByRole('heading')).toHaveText('Luz Mala')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favorites'))).toBeNull()
  const dropped = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  await heart.click()
  expect((await dropped).status()).toBe(204)
  await expect(page.getByText('Todavía no guardaste nada')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Favoritos' })).toBeFocused()

  await page.route('**/api/favorites/', (route) => route.abort())
  await page.reload()
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await expect(page.getByText('No se pudieron cargar los favoritos')).toBeVisible()
  await page.unroute('**/api/favorites/')
  await retry.click()
  await expect(page.getByText('Todavía no guardaste nada')).toBeVisible()

  await page.goto('/favoritos?ids=3,4')
  await page.getByRole('button', { name: 'Guardar en mis favoritos' }).click()
  await expect(page.getByRole('button', { name: 'Guardar en mis favoritos' })).toBeHidden()
  await page.getByRole('link', { name: 'Mis favoritos' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  forgive(complaints, /ERR_FAILED/)
})

test('the page of a product has its heart and «Comparar», whose bar is not pinned over the price', async ({
  page,
}) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/producto/1')
  const ways = page.locator('.product-info > .card-ways')
  await ways.getByRole('button', { name: /^Guardar/ }).click()
  await expect(ways.getByRole('button', { name: /^Guardar/ })).toHaveAttribute('aria-pressed', 'true')
  await ways.getByRole('button', { name: /^Comparar/ }).click()
  const compare = page.getByRole('link', { name: 'Ver 1 lado a lado' })
  await expect(compare).toBeVisible()
  const bars = () =>
    page
      .locator('.choosing, .buy-bar')
      .evaluateAll((all) => all.filter((bar) => bar.getBoundingClientRect().bottom <= innerHeight + 1).length)
  expect(await bars()).toBe(1)
  await compare.scrollIntoViewIfNeeded()
  await compare.click()
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(2)
})

test('the answer of the finder comes into view and has the focus', async ({ page }) => {
  await confirmedAge(page)
  await page.setViewportSize(PHONE)
  await page.goto('/elegir')
  await page.getByLabel('Patagonia').check()
  await page.getByRole('button', { name: 'Ver variedades' }).press('Enter')
  const found = page.getByRole('heading', { level: 2, name: 'Las que mejor van' })
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport()
  await expectAccessible(page)
  await page.reload()
  await expect(found).toBeVisible()
  await expect(found).not.toBeFocused()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('four questions, the comparison and a list are pages', async ({ page }) => {
    await page.goto('/elegir')
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
    await page.getByLabel('Interior').check()
    await page.getByLabel('Patagonia').check()
    await page.getByLabel('Primera vez').check()
    await page.getByLabel('Que sea rápida').check()
    await page.getByRole('button', { name: 'Ver variedades' }).click()
    await expect(page.getByRole('heading', { name: 'Las que mejor van' })).toBeVisible()
    await expect(page.getByText('llega antes de las heladas de Patagonia.').first()).toBeVisible()
    await page.getByRole('link', { name: 'Compararlas' }).click()
    await expect(page.getByRole('columnheader')).toHaveCount(4)
    await page.goto('/productos?search=luz+mala')
    await page.getByRole('button', keep('Luz Mala')).click()
    await expect(page).toHaveURL(/\/favoritos\?ids=\d+$/)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText('Luz Mala')
  })

  test('the finder is found where somebody cannot choose', async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'ageVerified', value: 'true', url: baseURL ?? '' }])
    for (const address of ['/', '/productos', '/productos?search=xyzxyz', '/legales/preguntas']) {
      await page.goto(address)
      await page
        .getByRole('main')
        .getByRole('link', { name: /elegí con cuatro preguntas/i })
        .last()
        .click()
      await expect(page).toHaveURL(/\/elegir$/)
    }
    await page.goto('/merch')
    await expect(page.getByRole('main').locator('a[href="/elegir"]')).toHaveCount(0)
  })

  test('addresses with too much, or with what is not there, are pages with a way on', async ({ request }) => {
    const many = Array.from({ length: 300 }, (_, n) => n + 1).join(',')
    for (const [address, says] of [
      [`/comparar?ids=${many}`, 'Se comparan hasta 4.'],
      ['/comparar?ids=1,999999', 'ya no se muestra'],
      ['/comparar?ids=luna', 'Todavía no elegiste nada'],
      ['/comparar?ids=2&ids=1', 'Solo diferencias'],
      [`/favoritos?ids=${many}`, 'ya no se muestran'],
      ['/favoritos?ids=999999', 'Ver el catálogo'],
      ['/elegir?place=luna&zone=', 'Elegir en cuatro preguntas'],
      ['/productos?facets=luna.1*thc.9-2*zone.marte', 'Más filtros'],
    ] as const) {
      const reply = await request.get(address)
      expect([address, reply.status()]).toEqual([address, 200])
      expect(await reply.text()).toContain(says)
    }
  })
})
