import { readFile } from 'node:fs/promises'
import { accessOf } from './people.ts'
import { arriveAs, DESK, expect, expectAccessible, PHONE, test } from './stories.ts'

test.use({ viewport: DESK })

test('a claim is decided beside its photos; the customer sees the decision but not the notes', async ({
  page,
  browser,
  request,
}) => {
  const customer = 'mica_sosa'
  const login = await request.post('/api/auth/login/', {
    data: { username_or_email: customer, password: 'Semilla2026' },
  })
  const { access } = (await login.json()) as { access: string }
  const photo = await readFile('src/web/public/pictures/guia-3-remojo/640.webp')
  const picture = { name: 'foto.webp', mimeType: 'image/webp', buffer: photo }
  const product = `Semilla ${Date.now().toString(36)}`
  const filed = await request.post('/api/warranty-claims/', {
    headers: { authorization: `Bearer ${access}` },
    multipart: {
      purchase_type: 'without-order',
      name: 'Micaela Sosa',
      product_name: product,
      purchase_date: '2026-11-01',
      germination_date: '2026-11-10',
      description: 'No abrió ninguna.',
      photo1: picture,
      photo3: picture,
    },
  })
  expect(filed.ok(), await filed.text()).toBe(true)
  const { id } = (await filed.json()) as { id: number }

  await arriveAs(page, 'admin', '/panel/garantias')
  await page.waitForURL('**/panel/garantias')
  const search = page.getByRole('searchbox', { name: /Buscar reclamos/ })
  const card = page.getByRole('listitem', { name: `Reclamo #${id}, Micaela Sosa` })
  await search.fill('nada de esto')
  await page.getByRole('button', { name: 'Ver todos' }).press('Enter')
  await expect(search).toHaveValue('')
  await expect(card).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Reclamos' })).toBeFocused()
  await search.fill(product.replace('Semilla', 'sémilla'))
  await expect(card).toBeVisible()
  await expect(page.getByText(/1 reclamo registrado/)).toBeVisible()
  await expectAccessible(page)

  await card.getByRole('button', { name: /Ver Detalles/ }).click()
  const dialog = page.getByRole('dialog', { name: `Reclamo #${id}` })
  await expect(
    dialog.getByRole('button', { name: `Ampliar: Foto 1 de 2: Blister, reclamo ${id}` }),
  ).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: /Ampliar: Foto 2 de 2: Resultado/ }).click()
  await expect(page.getByRole('img', { name: `Foto 2 de 2: Resultado, reclamo ${id}` })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('img', { name: /Foto 1 de 2: Blister/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(dialog.getByLabel('Detalles de la resolución')).toBeHidden()
  await page.keyboard.press('3')
  await expect(dialog.getByRole('radio', { name: 'Aprobada' })).toBeChecked()
  await dialog.getByLabel('Respuesta al cliente').fill('Gracias por las fotos.')
  await dialog.getByLabel('Detalles de la resolución').fill('Va otro blister con el próximo envío.')
  await dialog.getByLabel('Notas internas').fill('Lote 24-B, revisar.')
  const preview = dialog.getByRole('region', { name: 'Lo que lee el cliente' })
  await expect(preview).toContainText('Tu solicitud fue aprobada. Te contactaremos pronto.')
  await expect(preview).not.toContainText('Lote')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Hay cambios sin guardar.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Seguir escribiendo' }).click()
  await dialog.getByLabel('Notas internas').focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Reclamo actualizado exitosamente').first()).toBeVisible()
  await expect(card.getByText('Aprobada')).toBeVisible()

  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  await card.getByRole('button', { name: /Editar Estado/ }).click()
  await expect(page.getByRole('radio', { name: 'Aprobada' })).toBeFocused()
  await expect(page.getByRole('dialog').getByText('Sin cambios')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const context = await browser.newContext({ viewport: PHONE })
  const theirs = await context.newPage()
  await arriveAs(theirs, customer, '/mi-cuenta?section=warranty')
  const entry = theirs.getByRole('listitem', { name: product })
  await expect(entry.getByText('Aprobada').first()).toBeVisible()
  await expect(entry.getByText('Gracias por las fotos.')).toBeVisible()
  await expect(entry.getByText('Va otro blister con el próximo envío.')).toBeVisible()
  await expect(theirs.getByText('Lote 24-B')).toHaveCount(0)
  await context.close()
})

test('the profile of a customer without an account leads to the list filtered by e-mail', async ({
  page,
}) => {
  await arriveAs(page, 'admin', '/admin/garantias')
  await page.waitForURL('**/admin/garantias')
  const card = page.getByRole('listitem', { name: /Hernán Acosta/ }).first()
  await expect(card.getByText('Usuario no registrado')).toBeVisible()
  await card.getByRole('button', { name: /Ver perfil/ }).click()
  await expect(page).toHaveURL(/\/admin\/usuarios\?email=hernan\.acosta/)
  await expect(page.getByText('No se encontró información del usuario').first()).toBeVisible()
})

test('a claim whose status changes leaves the filtered list for good', async ({ page, request }) => {
  const access = await accessOf(request, 'mica_sosa', 'Semilla2026')
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const photo = await readFile('src/web/public/pictures/guia-3-remojo/640.webp')
  const picture = { name: 'foto.webp', mimeType: 'image/webp', buffer: photo }
  const product = `Semilla ${Date.now().toString(36)}`
  const ids: number[] = []
  for (let one = 0; one < 3; one++) {
    const filed = await request.post('/api/warranty-claims/', {
      headers: { authorization: `Bearer ${access}` },
      multipart: {
        purchase_type: 'without-order',
        name: 'Micaela Sosa',
        product_name: `${product} ${one}`,
        purchase_date: '2026-11-01',
        germination_date: '2026-11-10',
        description: 'No abrió ninguna.',
        photo1: picture,
        photo3: picture,
      },
    })
    const { id } = (await filed.json()) as { id: number }
    await request.patch(`/api/warranty-claims/${id}/`, { headers, data: { status: 'approved' } })
    ids.push(id)
  }
  const [older = 0, moved = 0] = ids
  const card = (id: number) => page.getByRole('listitem', { name: `Reclamo #${id}, Micaela Sosa` })
  const list = `/panel/garantias?status=approved&search=${encodeURIComponent(product)}`
  await arriveAs(page, 'admin', list)
  await expect(page.getByText(/^3 reclamos registrados/)).toBeVisible()
  await card(moved)
    .getByRole('button', { name: /Editar Estado/ })
    .click()
  await page.getByRole('radio', { name: 'Rechazada' }).check()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText(/^2 reclamos registrados/)).toBeVisible()
  await expect(card(moved)).toBeHidden()
  await expect(page.getByRole('button', { name: /— mostrar$/ })).toHaveCount(0)
  await expect(card(older)).toBeFocused()
})
