import type { Page } from '@playwright/test'
import { claimsOf, hasOrder, newCustomer } from './people.ts'
import { photo } from './photos.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  mailTo,
  OFFLINE,
  PHONE,
  signIn,
  test,
} from './stories.ts'

const NARROW = { width: 320, height: 640 }

async function choosePhoto(page: Page, slot: string, background: string): Promise<void> {
  await page.getByLabel(new RegExp(`^(Elegir foto|Cambiar) ${slot}$`)).setInputFiles(await photo(background))
}

test('a customer claims for an order with three photos', async ({ page, request }) => {
  test.setTimeout(60_000)
  await page.setViewportSize(PHONE)
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Siesta Litoral', 'Camalote Auto'], 'completed')
  const open = await hasOrder(request, olivia, ['Vidala Lima'])

  await confirmedAge(page)
  await page.goto('/garantia')
  await expect(page.getByRole('radio', { name: /Con pedido/ })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Iniciar sesión para elegir un pedido' }).click()
  await signIn(page, olivia.username, olivia.password)
  await expect(page).toHaveURL(/\/garantia/)
  await expect(
    page.getByRole('radio', { name: new RegExp(`Pedido #${open}.*todavía no está completado`) }),
  ).toBeDisabled()
  // The only order that can be claimed is chosen; of its two products neither is.
  await expect(page.getByRole('radio', { name: new RegExp(`Pedido #${id}`) })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Siguiente' }).click()

  await expect(page.getByRole('heading', { level: 1, name: '¿Qué producto no germinó?' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled()
  await page.getByRole('radio', { name: /Camalote Auto/ }).check()
  await expect(page.getByLabel('Fecha de compra')).not.toBeEditable()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Siguiente' }).click()

  // Back goes one step back and keeps the fields.
  await expect(page.getByLabel('Descripción')).toBeVisible()
  await page.getByLabel('Descripción').fill('Tres de tres no abrieron.')
  await page.goBack()
  await expect(page.getByRole('radio', { name: /Camalote Auto/ })).toBeChecked()
  await page.goForward()
  await expect(page.getByLabel('Descripción')).toHaveValue('Tres de tres no abrieron.')

  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Debes subir al menos una foto').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Elegir foto Blister').setInputFiles({
    name: 'grande.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('La imagen no debe superar los 5MB').first()).toBeVisible()
  await page.getByLabel('Elegir foto Proceso').setInputFiles({
    name: 'notas.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hola'),
  })
  await expect(page.getByText('Por favor selecciona una imagen válida').first()).toBeVisible()
  await expect(page.getByText('La imagen no debe superar los 5MB').first()).toBeVisible()

  await choosePhoto(page, 'Blister', '#4a7')
  await choosePhoto(page, 'Proceso', '#47a')
  await choosePhoto(page, 'Resultado', '#a47')
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)
  await page.reload()
  await expect(page.getByLabel('Descripción')).toHaveValue('Tres de tres no abrieron.')
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)
  await page.getByText('Datos que se enviarán').click()
  await expect(page.locator('details').getByText('Blister, Proceso, Resultado')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar solicitud' }).dblclick()

  await expect(page.getByRole('heading', { name: 'Solicitud enviada con éxito' })).toBeFocused()
  await expect(
    page.getByText('Reclamo enviado exitosamente. Te contactaremos en 48-72 horas hábiles.').first(),
  ).toBeVisible()
  await expect(page.getByText('Paso 1 de 3')).toBeVisible()
  const claims = await claimsOf(request, olivia)
  expect(claims).toHaveLength(1)
  for (const photo of ['photo1', 'photo2', 'photo3'] as const) expect(claims[0]?.[photo]).not.toBe('')
  await mailTo(olivia.email, 'garant')

  await page.getByRole('link', { name: 'Ver mi reclamo' }).click()
  const claim = page.getByRole('listitem', { name: 'Camalote Auto' })
  await expect(claim).toContainText('Pendiente')
  await expect(claim).toContainText('Recibimos tu solicitud y está pendiente de revisión.')
  await claim.getByText('Ver lo enviado').click()
  await expect(claim.getByRole('link', { name: /Blister|Proceso|Resultado/ })).toHaveCount(3)
  await expectAccessible(page)

  // The form of the account offers pending orders too.
  await page.getByRole('link', { name: 'Nuevo reclamo' }).click()
  await expect(page.getByRole('radio', { name: new RegExp(`Pedido #${open}`) })).toBeEnabled()
  await expectAccessible(page)
})

for (const [name, viewport] of [
  ['at 320', NARROW],
  ['at 1280', DESK],
] as const) {
  test(`a visitor without an account claims ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const email = `visita.${viewport.width}@correo.example`
    await confirmedAge(page)
    await page.goto('/garantia')
    await page.getByLabel('Nombre').fill('Hernán <b>Acosta</b>')
    await page.getByLabel('Email').fill('hernan')
    await page.getByLabel('Fecha de compra').fill('2099-01-01')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByText('Ingrese un email válido').first()).toBeVisible()
    await expect(page.getByText('La fecha de compra no puede ser futura').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Fecha de compra').fill(daysAgo(12))
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByLabel('Nombre del producto').fill('Lapacho Rosa X3')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByLabel('Descripción').fill('Ninguna abrió.')
    await page.getByLabel('Fecha de germinación').fill(daysAgo(20))
    await choosePhoto(page, 'Resultado', '#875')
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(
      page.getByText('La fecha de germinación no puede ser anterior a la compra').first(),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Fecha de germinación').fill(daysAgo(2))
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await expect(page.getByText('Solicitud enviada con éxito')).toBeVisible()
    // Its text has too little contrast while it appears.
    await expect(page.getByText('Reclamo enviado exitosamente').first()).toBeVisible()
    await expectAccessible(page)
    await mailTo(email, 'garant')
  })
}

test.describe('far from Buenos Aires', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('dates are those of Buenos Aires: in Tokyo it is already tomorrow', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2027-03-01T01:30:00Z'))
    await confirmedAge(page)
    await page.goto('/garantia')
    const future = page.getByText('La fecha de compra no puede ser futura').first()
    await page.getByLabel('Nombre').fill('Hernán Acosta')
    await page.getByLabel('Email').fill('hernan.acosta@correo.example')
    await page.getByLabel('Fecha de compra').fill('2027-03-01')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(future).toBeVisible()
    await page.getByLabel('Fecha de compra').fill('2027-02-28')
    await expect(future).toHaveCount(0)
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByLabel('Nombre del producto')).toBeVisible()
  })
})

test('a claim interrupted by going offline keeps its fields and is filed once', async ({
  page,
  context,
  request,
  complaints,
}) => {
  test.setTimeout(60_000)
  await page.setViewportSize(PHONE)
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Siesta Litoral'], 'completed')
  await arriveAs(page, olivia, '/garantia')
  await expect(page.getByRole('radio', { name: new RegExp(`Pedido #${id}`) })).toBeChecked()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByRole('radio', { name: /Siesta Litoral/ })).toBeChecked()
  await expect(page.getByRole('heading', { name: '¿Qué producto no germinó?' })).toBeVisible()
  await page.getByRole('radio', { name: /Siesta Litoral/ }).check()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await choosePhoto(page, 'Blister', '#123')
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(1)

  await context.setOffline(true)
  await page.getByLabel('Descripción').fill('Se cortó la conexión, no las semillas.')
  await choosePhoto(page, 'Proceso', '#456')
  await choosePhoto(page, 'Resultado', '#789')
  await expect(page.getByText('Sin conexión: la foto espera en esta página').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Error al enviar el reclamo').first()).toBeVisible()
  expect(await claimsOf(request, olivia)).toHaveLength(0)

  await context.setOffline(false)
  await expect(page.getByText('Subida', { exact: true })).toHaveCount(3)

  // The claim is received, its response is lost: the retry is the same claim.
  let lost = 0
  await page.route('**/api/warranty-claims/', async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('el reclamo no se duplica', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Solicitud enviada con éxito')).toBeVisible()
  const claims = await claimsOf(request, olivia)
  expect(claims).toHaveLength(1)
  for (const photo of ['photo1', 'photo2', 'photo3'] as const) expect(claims[0]?.[photo]).not.toBe('')
  // Console messages of a lost connection.
  forgive(complaints, OFFLINE)
})

test('an admin is sent to the panel', async ({ page }) => {
  await arriveAs(page, 'admin', '/garantia')
  await expect(page.getByRole('link', { name: 'Ir al panel de garantías' })).toHaveAttribute(
    'href',
    '/admin/garantias',
  )
  await expectAccessible(page)
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10)
}
