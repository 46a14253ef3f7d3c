import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { Banner } from '../../src/contract/banners.ts'
import { accessOf } from './people.ts'
import { expectLostPicture, losePicture } from './photos.ts'
import { arriveAs, confirmedAge, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

/** All tests share the few banners, so they run one after the other. */
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ page }) => {
  await confirmedAge(page)
})

async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await expect(page).toHaveURL(path)
}

async function picture(width: number, height: number, colour: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()
}

async function bannersOf(request: APIRequestContext): Promise<Banner[]> {
  return (await (await request.get('/api/banners/')).json()) as Banner[]
}

async function firstBannerAtHome(page: Page): Promise<string> {
  await page.goto('/')
  const slide = page.getByRole('group', { name: /^1 de/ })
  return (await slide.getByRole('link').getByRole('img').getAttribute('alt')) ?? ''
}

test('a banner is moved up and leads the home page', async ({ page, request }) => {
  await page.setViewportSize(DESK)
  const [first, second] = await bannersOf(request)
  if (!first || !second) throw new Error('the demo shop has banners')

  await enter(page, '/panel/banners')
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards.first()).toContainText(first.title)
  const up = page.getByRole('button', { name: `Subir ${second.title}` })
  await up.click()
  await expect(cards.first()).toContainText(second.title)
  await expect(up).toBeFocused()
  await expect(page.getByText(`${second.title}: posición 1 de`)).toBeAttached()
  await expect(async () => expect((await bannersOf(request))[0]?.id).toBe(second.id)).toPass()

  expect(await firstBannerAtHome(page)).toBe(second.title)

  await page.goto('/panel/banners')
  await page.getByRole('button', { name: `Bajar ${second.title}` }).click()
  await expect(cards.first()).toContainText(first.title)
  await expect(async () => expect((await bannersOf(request))[0]?.id).toBe(first.id)).toPass()
})

test('the dialog of a banner shows where screens of other shapes cut it', async ({ page }) => {
  // The percentage of a picture that the home page shows.
  const shown = async (width: number, height: number, ratio: number) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    const slide = await page.getByRole('group', { name: /^1 de/ }).getByRole('link').boundingBox()
    return (100 * (slide?.height ?? 0)) / (width / ratio)
  }
  const low = await shown(844, 390, 5 / 6)
  const wide = await shown(2560, 1200, 1920 / 620)
  await page.setViewportSize({ width: 1024, height: 500 })
  await enter(page, '/panel/banners')
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^Editar/ })
  await expect(dialog.getByText('Sobre la línea de móvil', { exact: false })).toBeVisible()
  for (const [shape, percent] of [
    ['desktop', wide],
    ['mobile', low],
  ] as const) {
    const picture = await dialog.locator(`.${shape} .banner-frame-picture`).boundingBox()
    const cut = await dialog.locator(`.${shape} .banner-frame-cut`).boundingBox()
    const marked = (100 * (cut?.height ?? 0)) / (picture?.height ?? 1)
    expect(Math.abs(marked - percent), `${shape}: ${marked} of ${percent}`).toBeLessThan(2)
  }
  await expectAccessible(page)
})

test('a banner is added despite a warning, and removed', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await enter(page, '/panel/banners')
  const title = `Recorrido ${Date.now().toString(36)}`
  await page.getByRole('button', { name: 'Agregar banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar banner' })
  await expect(dialog.getByLabel('Enlace')).toHaveValue('/productos')

  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('La imagen principal es requerida')
  await expectAccessible(page)

  await dialog.getByLabel('Imagen principal').setInputFiles({
    name: 'principal.png',
    mimeType: 'image/png',
    buffer: await picture(1600, 620, '#1b4d35'),
  })
  await expect(dialog.getByText('Imagen subida exitosamente')).toBeVisible()
  await expect(dialog.getByText('La imagen mide 1600x620.')).toContainText(
    'Recomendado 1920x620 (3.1:1); se comprueba 1920x800',
  )
  await expect(dialog.getByText('La imagen principal es requerida')).toHaveCount(0)
  await dialog.getByLabel('Título').fill(title)
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(dialog).toBeHidden()

  const card = page.getByRole('listitem').filter({ hasText: title })
  await expect(card).toContainText('No se muestra: falta imagen móvil')
  await expectAccessible(page)

  await card.getByRole('button', { name: `Editar ${title}` }).click()
  const edit = page.getByRole('dialog', { name: `Editar «${title}»` })
  await edit.getByRole('button', { name: 'Generar versión móvil' }).click()
  await expect(edit.getByText('Imagen subida exitosamente')).toBeVisible()
  await edit.getByRole('switch', { name: 'Activo' }).click()
  // A day and a month without the year.
  await edit.getByLabel('Hasta').pressSequentially('1206')
  await edit.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(edit.getByRole('alert')).toContainText('La fecha está incompleta o no existe')
  await expectAccessible(page)
  await edit.getByLabel('Hasta').fill('')
  await edit.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(edit).toBeHidden()
  await expect(card).toContainText('No se muestra: desactivado')

  await card.getByRole('button', { name: `Eliminar ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(card).toBeHidden()
})

test('a lost picture of a banner is refused under its field, to which a link leads', async ({ page }) => {
  await enter(page, '/panel/banners')
  await page.getByRole('button', { name: 'Agregar banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar banner' })
  await dialog.getByLabel('Imagen principal').setInputFiles('src/web/public/apple-touch-icon.png')
  await expect(dialog.getByRole('button', { name: 'Quitar Imagen principal' })).toBeVisible()
  await losePicture(page, { calls: '/api/banners/', preset: 'banner', field: 'mobile_image_url' })
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expectLostPicture(page)
  await expectAccessible(page)
})

test('concurrent edits of one banner are merged, and Escape asks for confirmation', async ({
  page,
  request,
}) => {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const tag = Date.now().toString(36)
  const [model] = await bannersOf(request)
  const data = { title: `Dos ${tag}`, image_url: model?.image_url, is_active: false }
  const { id } = (await (await request.post('/api/banners/', { headers, data })).json()) as Banner
  const address = `/api/banners/${id}/`
  const other = async (change: Partial<Banner>) =>
    expect((await request.patch(address, { headers, data: change })).ok()).toBe(true)
  const stored = async () => {
    const all = (await (await request.get('/api/banners/', { headers })).json()) as Banner[]
    return all.find((one) => one.id === id)
  }
  try {
    await page.setViewportSize(DESK)
    await enter(page, '/panel/banners')
    await page.getByRole('button', { name: `Editar Dos ${tag}` }).click()
    const dialog = page.getByRole('dialog')
    const title = dialog.getByLabel('Título')
    await title.fill(`Mío ${tag}`)
    await page.keyboard.press('Escape')
    await expect(dialog.getByText('Hay cambios sin guardar.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(title).toHaveValue(`Mío ${tag}`)
    await expect(title).toBeFocused()

    await other({ url_to: '/trofeos', start_date: '2026-12-01' })
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toMatchObject({
      title: `Mío ${tag}`,
      url_to: '/trofeos',
      start_date: '2026-12-01',
    })

    await page.getByRole('button', { name: `Editar Mío ${tag}` }).click()
    await dialog.getByLabel('Enlace').fill('/guia')
    await other({ url_to: '/productos', title: `De otra ${tag}` })
    await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: 'Otra persona guardó este banner' })).toBeFocused()
    await expect(dialog.getByText(`Título: De otra ${tag}`)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await expect(dialog).toBeHidden()
    expect(await stored()).toMatchObject({ title: `De otra ${tag}`, url_to: '/guia' })
  } finally {
    await request.delete(address, { headers })
  }
})

test('a fifth banner is not offered', async ({ page, request }) => {
  const access = await accessOf(request, 'admin', 'Semilla2026')
  const headers = { authorization: `Bearer ${access}` }
  const [model] = await bannersOf(request)
  const made: number[] = []
  for (;;) {
    const answer = await request.post('/api/banners/', {
      headers,
      data: { title: 'Relleno', image_url: model?.image_url, is_active: false },
    })
    if (answer.status() !== 201) break
    made.push(((await answer.json()) as Banner).id)
  }
  try {
    await page.setViewportSize(DESK)
    await enter(page, '/admin/banners')
    await expect(page.getByText('Máximo alcanzado')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Agregar banner' })).toBeDisabled()
    await expect(page.getByText('4 de 4')).toBeVisible()
    await expectAccessible(page)
  } finally {
    for (const id of made) await request.delete(`/api/banners/${id}/`, { headers })
  }
})

test('a bank is created, switched and deleted, and the activity shows it', async ({ page }) => {
  await page.setViewportSize(DESK)
  const name = `Banco ${Date.now().toString(36)}`
  await enter(page, '/panel/bancos/nuevo')
  await expect(page.getByRole('heading', { level: 1, name: 'Nuevo Banco' })).toBeVisible()
  await page.getByRole('button', { name: 'Crear Banco' }).click()
  await expect(page.getByRole('alert')).toContainText('El nombre es requerido')
  await expectAccessible(page)

  await page.getByLabel('Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await picture(300, 300, '#ffffff'),
  })
  await expect(page.getByRole('main').getByText('Imagen subida exitosamente')).toBeVisible()
  // The notice stays while the mouse is over it, and would cover the next button.
  const notice = page.getByRole('region', { name: 'Notificaciones' }).getByText('Imagen subida exitosamente')
  const { bottom } = await notice.evaluate((text) => text.getBoundingClientRect())
  const button = page.getByRole('button', { name: 'Crear Banco' })
  expect(bottom).toBeLessThan(await button.evaluate((one) => one.getBoundingClientRect().top))
  await expect(button).toBeInViewport()
  await expect(page.getByText('El logo casi no se ve sobre fondo claro.')).toBeVisible()
  await page.getByLabel('Nombre del banco').fill(name)
  await page.getByLabel('Descripción').fill('Semillas de montaña. '.repeat(8))
  await page.getByRole('button', { name: 'Crear Banco' }).click()
  await expect(page).toHaveURL('/admin/bancos')

  const card = page.getByRole('listitem').filter({ hasText: name })
  await expect(card.getByText('Nacional').first()).toBeVisible()
  await card.getByRole('switch', { name: `Nacional, ${name}` }).click()
  await expect(page.getByText(`Banco ${name} cambiado a Internacional`)).toBeVisible()
  await expect(card.getByText('Internacional')).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: `Eliminar ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Banco eliminado exitosamente')).toBeVisible()
  await expect(card).toBeHidden()

  await page.goto(`/panel/actividad?search=${encodeURIComponent(name)}`)
  const log = page.getByRole('main')
  await expect(log.getByText(`Marca creada: ${name}`, { exact: true })).toBeVisible()
  await expect(log.getByText(`Marca eliminada: ${name}`, { exact: true })).toBeVisible()
  const update = log.getByRole('listitem').filter({ hasText: `Marca actualizada: ${name}` })
  await update.getByText('Ver 1 cambio').click()
  await expect(update.getByRole('row', { name: 'Nacional' })).toContainText('SíNo')
  await log.getByLabel('Acción').selectOption('delete')
  await expect(page).toHaveURL(/action=delete/)
  await expect(log.getByText(`Marca creada: ${name}`, { exact: true })).toBeHidden()
  // Key by key, with day and month in any order.
  await log.getByLabel('Desde').pressSequentially('11112024')
  await expect(page).toHaveURL(/date_from=2024-11-11/)
  await expect(log.getByLabel('Desde', { exact: true })).toHaveValue('2024-11-11')
  await expectAccessible(page)
})

test('the stock of a brand leads to its products, and Editar opens the bank form', async ({ page }) => {
  await page.setViewportSize(DESK)
  await enter(page, '/admin/marcas')
  await page.getByRole('link', { name: /ver los productos de Cordón Austral/ }).click()
  await expect(page).toHaveURL(/\/admin\/productos\?search=Cord%C3%B3n\+Austral/)
  await page.goBack()
  await page.getByRole('link', { name: 'Editar Cordón Austral' }).click()
  await expect(page).toHaveURL(/\/admin\/bancos\/editar\/\d+$/)
  await expect(page.getByLabel('Nombre del banco')).toHaveValue('Cordón Austral')
  await page.getByLabel('Descripción').fill('Otra')
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await page.getByRole('dialog', { name: 'Cambios sin guardar' }).getByText('Salir sin guardar').click()
  await expect(page).toHaveURL('/admin/productos')
})

test('new activity is shown on request', async ({ page, request }) => {
  await page.clock.install()
  await page.setViewportSize(DESK)
  await enter(page, '/panel/actividad')
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Actividad' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^Hoy, / })).toBeVisible()
  const access = await accessOf(request, 'admin', 'Semilla2026')
  const headers = { authorization: `Bearer ${access}` }
  const name = `Nueva ${Date.now().toString(36)}`
  const made = await request.post('/api/brands/', { headers, data: { name } })
  const { id } = (await made.json()) as { id: number }
  await page.clock.runFor(31_000)
  const news = page.getByRole('button', { name: /nuevas?$/ })
  await expect(news).toBeVisible()
  await expect(page.getByText(`Marca creada: ${name}`, { exact: true })).toBeHidden()
  await news.click()
  await expect(page.getByText(`Marca creada: ${name}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
  await request.delete(`/api/brands/${id}/`, { headers })

  await page.getByLabel('Acción').selectOption('Creación')
  await expect(page).toHaveURL('/panel/actividad?action=create')
  await page.goBack()
  await expect(page).toHaveURL('/panel/actividad')
  await expect(page.getByLabel('Acción')).toHaveValue('')
})
