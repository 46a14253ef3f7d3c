import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleAtAllSizes } from './looks.ts'
import { asAdmin, newCustomer } from './people.ts'
import { publishTerms } from './screens-filled.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  linkIn,
  mailedCode,
  mailedLink,
  mailTo,
  PHONE,
  test,
} from './stories.ts'

/** Getting an account: requests and invitations. A shop that is closed is in own-rules.spec.ts. */
let made = 0
const someone = () => `pide.${Date.now().toString(36)}.${(made += 1)}@correo.example`

test.beforeAll(({ request }) => publishTerms(request))

async function fillRequest(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Nombre').fill('Irupé')
  await page.getByLabel('Apellido').fill('Sosa')
  await page.getByLabel('Teléfono').fill('0341 15 555-4488')
  await page.getByLabel('Mensaje').fill('Cultivo en Rosario')
  await page.getByLabel('Declaro que soy mayor de 18 años').check()
  await page.getByLabel('Acepto los términos').check()
}

/** The age is declared once: in the request, if there was one. */
async function createAccount(
  page: Page,
  username: string,
  { declares }: { declares: boolean },
): Promise<void> {
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill('Cosecha-2027')
  await page.getByLabel('Confirmar contraseña').fill('Cosecha-2027')
  const adult = page.getByLabel('Declaro que soy mayor de 18 años')
  if (declares) await adult.check()
  else await expect(adult).toHaveCount(0)
  await page.getByLabel('Acepto los términos').check()
  await page.getByRole('button', { name: 'Crear la cuenta' }).click()
}

/** Somebody whose request waits. */
async function isWaiting(request: APIRequestContext, email: string, more: object): Promise<void> {
  const asked = { email, adult: true, terms: true, ...more }
  await request.post('/api/auth/access-requests/', { data: asked })
  const data = { email, code: await mailedCode(email) }
  expect((await request.post('/api/auth/access-requests/verify/', { data })).status()).toBe(200)
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('a visitor who wants a product requests access, is approved, and orders it', async ({
    page,
    request,
    browser,
  }) => {
    const email = someone()
    await confirmedAge(page)
    await page.goto(`/productos?search=${encodeURIComponent('Zonda Express')}`)
    await page.locator('a[href^="/producto/"]').filter({ hasText: 'Zonda Express' }).first().click()
    await page.getByRole('button', { name: 'Agregar al carrito' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await page.getByRole('link', { name: 'Pedir acceso' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pedir acceso' })).toBeVisible()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByText('Hay que declarar la mayoría de edad').first()).toBeVisible()
    await expectAccessible(page, 'main')
    await fillRequest(page, email)
    await page.reload()
    await expect(page.getByLabel('Mensaje')).toHaveValue('Cultivo en Rosario')
    await page.getByRole('button', { name: 'Continuar' }).click()

    await expect(page.getByRole('heading', { level: 1, name: 'Confirmar el email' })).toBeFocused()
    await expectAccessible(page, 'main')
    const code = await mailedCode(email)
    await page.getByLabel('Código de verificación').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await expect(page.getByText('El código no es correcto o ya venció').first()).toBeVisible()
    await page.getByLabel('Código de verificación').fill(code)
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('Recibimos tu solicitud. Te respondemos por mail, casi siempre en un día.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Volver al producto' })).toBeVisible()
    await expectAccessible(page, 'main')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Pedido recibido' })).toBeVisible()

    const desk = await browser.newContext({ viewport: DESK })
    await approve(await desk.newPage(), email)
    await desk.close()

    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tu acceso está aprobado' })).toBeVisible()
    await expectAccessibleAtAllSizes(page)

    const address = await mailedLink(email, 'invitacion')
    // As programs that look at mails do.
    expect((await request.head(address.pathname)).status()).toBe(200)
    expect((await request.get(address.pathname)).status()).toBe(200)
    // Days later, in another tab of the same browser.
    const later = await page.context().newPage()
    await later.goto(address.pathname + address.hash)
    await expect(later.getByLabel('Usuario')).toHaveValue(/^irupe_sosa/)
    await expectAccessibleAtAllSizes(later)
    await later.setViewportSize(PHONE)
    await createAccount(later, `irupe_${Date.now().toString(36)}`, { declares: false })
    await expect(later.getByRole('heading', { level: 1, name: 'Tu cuenta está lista' })).toBeFocused()
    await expectAccessible(later, 'main')
    await later.getByRole('link', { name: 'Ver el carrito' }).click()
    await expect(later.getByText('Zonda Express').first()).toBeVisible()
    await later.getByRole('button', { name: 'Iniciar Pedido' }).click()
    // What was typed for the account, and the only delivery, are there.
    await expect(later.getByLabel('Nombre')).toHaveValue('Irupé Sosa')
    await expect(later.getByLabel('Teléfono')).toHaveValue('3415554488')
    await expect(later.getByLabel('Acordar entrega')).toBeChecked()
    await later.getByRole('button', { name: 'Confirmar Pedido' }).click()
    await expect(later).toHaveURL(/\/mi-cuenta\?section=orders/)
    // The link opens one account.
    await later.goto(address.pathname + address.hash)
    await expect(later.getByText('El enlace ya se usó o venció. Podés pedir otro.')).toBeVisible()
    await expectAccessible(later, 'main')
  })

  test('an address that has an account gets the same screen, and a mail', async ({ page, request }) => {
    const { email } = await newCustomer(request)
    await confirmedAge(page)
    await page.goto('/registro')
    await fillRequest(page, email)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Confirmar el email' })).toBeVisible()
    await mailTo(email, 'Ya hay una cuenta con este email')
    await page.getByRole('button', { name: 'Cambiar los datos' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  })
})

/** In the panel, from the row. */
async function approve(page: Page, email: string): Promise<void> {
  await arriveAs(page, 'admin', '/admin/solicitudes')
  await expect(page.getByRole('heading', { level: 1, name: 'Solicitudes' })).toBeVisible()
  const row = page.getByRole('listitem', { name: /Pedido de acceso de/ }).filter({ hasText: email })
  await expect(row).toContainText('Cultivo en Rosario')
  await expect(page.getByRole('link', { name: /^Solicitudes ?, \d+ pendiente/ })).toBeVisible()
  await row.focus()
  await page.keyboard.press('a')
  await expect(page.getByText('Irupé Sosa: aprobado, le mandamos la invitación')).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: /^Aprobados/ }).click()
  await expect(row.getByRole('button', { name: /Invitar de nuevo/ })).toBeVisible()
  await expectAccessible(page, 'main')
}

test('a request is rejected with a note, which is in the mail', async ({ page, request }) => {
  const email = someone()
  await isWaiting(request, email, { first_name: 'Mora', last_name: 'Ruiz' })
  await arriveAs(page, 'admin', '/panel/solicitudes')
  const row = page.getByRole('listitem', { name: 'Pedido de acceso de Mora Ruiz' }).filter({ hasText: email })
  await row.focus()
  await page.keyboard.press('Delete')
  await page.getByLabel('Nota').fill('Por ahora vendemos en Córdoba')
  await expectAccessible(page, 'dialog[open]')
  await page.getByRole('button', { name: 'Rechazar y avisar' }).click()
  await expect(page.getByText('Mora Ruiz: rechazado')).toBeVisible()
  await expect(row).toBeHidden()
  await mailTo(email, 'Por ahora vendemos en')
})

test('the mail that a request was received leads to its state, and from there to the account', async ({
  page,
  request,
}) => {
  const [approved, rejected] = [someone(), someone()]
  for (const email of [approved, rejected])
    await isWaiting(request, email, { first_name: 'Mora', last_name: 'Ruiz' })
  const [toApproved, toRejected] = [await stateLink(approved), await stateLink(rejected)]
  await decideByApi(request, approved, 'approve')
  await decideByApi(request, rejected, 'reject', 'Por ahora vendemos en Córdoba')
  await confirmedAge(page)
  await page.goto(toRejected)
  await expect(page.getByText('Gracias por tu interés.')).toBeVisible()
  await expect(page.getByText('Por ahora vendemos en Córdoba')).toBeVisible()
  await expectAccessible(page, 'main')
  await page.goto('/')
  await page.goto(`${toRejected}x`)
  await expect(page.getByRole('heading', { level: 1, name: 'No encontramos ese pedido' })).toBeVisible()
  await page.goto('/')
  await page.goto(toApproved)
  await page.getByRole('button', { name: 'Crear la cuenta' }).click()
  await createAccount(page, `mora_${Date.now().toString(36)}`, { declares: false })
  await expect(page.getByRole('heading', { level: 1, name: 'Tu cuenta está lista' })).toBeFocused()
})

/** Where 'Ver cómo va' leads, as path and fragment. */
async function stateLink(email: string): Promise<string> {
  return /\/invitacion#p=[\w.-]+/.exec(await mailTo(email, '/invitacion#p='))?.[0] ?? ''
}

async function decideByApi(
  request: APIRequestContext,
  email: string,
  decision: 'approve' | 'reject',
  note = '',
): Promise<void> {
  await asAdmin(request, async (headers) => {
    const listed = await request.get('/api/auth/access-requests/?page_size=100', { headers })
    const { results } = (await listed.json()) as { results: { id: number; email: string; version: number }[] }
    const { id, version } = results.find((one) => one.email === email) ?? { id: 0, version: 0 }
    const data = { decision, note, version }
    const decided = await request.post(`/api/auth/access-requests/${id}/decision/`, { headers, data })
    expect(decided.status(), await decided.text()).toBe(200)
  })
}

test('who asks twice is seen, and a lost invitation is mailed again', async ({ page, request }) => {
  const [email, second] = [someone(), someone()]
  await isWaiting(request, email, { first_name: 'Zoé', last_name: 'Ibáñez', phone: '+54 9 351 555-4488' })
  await isWaiting(request, second, { first_name: 'Zoe', last_name: 'Ibañez', phone: '0351 15 5554488' })
  await arriveAs(page, 'admin', '/panel/solicitudes')
  const rowOf = (address: string) =>
    page.getByRole('listitem', { name: /^Pedido de acceso de Zo/ }).filter({ hasText: address })
  const search = page.getByLabel('Buscar por nombre, email o teléfono')
  await search.fill('nadie con este nombre')
  await expect(page.getByText('Nada coincide con «nadie con este nombre»')).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(search).toHaveValue('')
  await search.fill('351 555-4488')
  await expect(page).toHaveURL(/search=351/)
  await expect(rowOf(email)).toContainText('Mismo nombre y teléfono: pendiente')
  await expect(rowOf(second)).toContainText('Mismo nombre y teléfono: pendiente')
  await expectAccessibleAtAllSizes(page)
  await rowOf(email)
    .getByRole('button', { name: /^Aprobar/ })
    .click()
  await expect(page.getByText('Zoé Ibáñez: aprobado, le mandamos la invitación')).toBeVisible()
  const lost = await mailedLink(email, 'invitacion')
  await page.getByRole('button', { name: /^Aprobados/ }).click()
  await rowOf(email).getByRole('button', { name: 'Reenviar la invitación a Zoé Ibáñez' }).press('Enter')
  await expect(page.getByText('Zoé Ibáñez: le mandamos otra vez la invitación')).toBeVisible()
  await expect.poll(async () => (await mailedLink(email, 'invitacion')).hash).not.toBe(lost.hash)
})

test('an invitation by mail and WhatsApp: its text is copied, used, and another one is revoked', async ({
  page,
  browser,
}) => {
  const email = someone()
  await arriveAs(page, 'admin', '/admin/solicitudes')
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await expect(page.getByLabel('Mandarle el enlace por email')).toBeChecked()
  await page.getByRole('dialog').getByLabel('Teléfono').fill('0351 15 555-4488')
  await page.getByLabel('Referencia').fill('Juan de la feria')
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Invitación lista' })).toBeFocused()
  const message = await page.getByLabel('Mensaje para WhatsApp').inputValue()
  await expect(page.getByRole('link', { name: 'Abrir WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/5493515554488?text=${encodeURIComponent(message)}`,
  )
  await expect(page.getByText(`Le mandamos el enlace a ${email}.`)).toBeVisible()
  expect((await mailedLink(email, 'invitacion')).hash).toBe(linkIn(message, 'invitacion').hash)
  expect(message).toMatch(/^¡Hola! Te invito a Surbrote\. .*#t=[\w-]{43} /)
  await expectAccessible(page, 'dialog[open]')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copiar mensaje' }).click()
  await expect(page.getByText('Copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(message)
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('button', { name: /^Invitaciones/ }).click()
  const open = page.getByRole('listitem', { name: `Invitación para ${email}` })
  await expect(open).toContainText('Juan de la feria')

  const phone = await browser.newContext({ viewport: PHONE })
  const guest = await phone.newPage()
  await confirmedAge(guest)
  const { pathname, hash } = linkIn(message, 'invitacion')
  await guest.goto(pathname + hash)
  await guest.getByLabel('Nombre').fill('Juan')
  await guest.getByLabel('Apellido').fill('Paz')
  await createAccount(guest, `juan_${Date.now().toString(36)}`, { declares: true })
  await guest.getByRole('link', { name: 'Entrar a la tienda' }).click()
  await expect(guest).toHaveURL(/\/productos/)
  await expect(
    guest
      .locator('main :not(option)')
      .filter({ hasText: /^\$\s?\d/ })
      .first(),
  ).toBeVisible()
  await phone.close()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(open).toContainText(/Entró ?Juan Paz, /)
  await expect(open.getByRole('button', { name: /^Anular/ })).toHaveCount(0)
  await page.getByLabel('Buscar por nombre, email o teléfono').fill('juan paz')
  await expect(page).toHaveURL(/search=juan/)
  await expect(open).toBeVisible()
  await open.getByRole('link', { name: 'Juan Paz' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Juan Paz/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Borrar la búsqueda' }).click()

  const other = someone()
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  await page.getByLabel('Email', { exact: true }).fill(other)
  await page.getByLabel('Mandarle el enlace por email').uncheck()
  await page.getByRole('button', { name: 'Crear invitación' }).click()
  await expect(page.getByText(`Le mandamos el enlace a ${other}.`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Listo' }).click()
  const second = page.getByRole('listitem', { name: `Invitación para ${other}` })
  await expect(second).toBeVisible()
  await expectAccessible(page, 'main')
  await second.getByRole('button', { name: /^Anular/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Anular', exact: true }).click()
  await expect(second).toBeHidden()
})
