import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { STORED_HERE } from '../../src/contract/legal/stored-here.ts'
import { answersOf, walk } from './answers.ts'
import { accessOf, hasOrder, newCustomer } from './people.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  mailTo,
  PHONE,
  signIn,
  test,
} from './stories.ts'

// The regret button, the pages of the law, and the data of an account.

const CODE = /ARR-[0-9A-HJKMNP-TV-Z]{8}/

async function fillRegret(page: Page, { email, order = '12' }: { email: string; order?: string }) {
  await page.getByLabel('Nombre y apellido').fill('Ana Suárez')
  await page.getByLabel('Número de pedido').fill(order)
  // Last: the error of a wrong one must not take the button from under the pointer.
  await page.getByLabel('Email').fill(email)
}

test('somebody withdraws from the gate on, and the gate stays for the goods', async ({ page }) => {
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await page.getByRole('dialog').getByRole('link', { name: 'Botón de arrepentimiento' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Botón de arrepentimiento' })).toBeVisible()
    await expect(page.locator('#gate')).toHaveCount(0)
    // Without the confirmed age every way to the goods leads through the gate.
    if (viewport === PHONE) await page.getByRole('button', { name: /menú/i }).click()
    await page.getByRole('link', { name: 'CATALOGO' }).first().click()
    await expect(page.locator('#gate')).toBeVisible()
    await expect(page).toHaveURL(/\/productos/)
  }
  await page.getByRole('dialog').getByRole('link', { name: 'Botón de arrepentimiento' }).click()
  const email = `alguien.${Date.now()}@correo.example`
  await fillRegret(page, { email: 'nadie' })
  await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
  await expect(page.getByRole('link', { name: 'Ingrese un email válido' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Número de pedido')).toHaveValue('12')
  await fillRegret(page, { email })
  // Its button at the top of a phone: the result is shorter than the form, and begins below the header.
  await page.getByLabel('Número de pedido').evaluate((field) => field.scrollIntoView({ block: 'start' }))
  await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
  const filed = page.getByRole('heading', { name: /Registramos la solicitud\. Código: ARR-/ })
  await expect(filed).toBeFocused()
  const header = await page.getByRole('banner').boundingBox()
  const sign = await page.locator('.law-filed svg').boundingBox()
  expect(sign?.y).toBeGreaterThanOrEqual(header?.height ?? Number.POSITIVE_INFINITY)
  const code = CODE.exec((await filed.textContent()) ?? '')?.[0] ?? ''
  await mailTo(email, code)
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    await expectAccessible(page, 'main')
  }
})

test('the shop answers a request within sight of its deadline', async ({ page, request }) => {
  await confirmedAge(page)
  const data = { name: 'Ana Suárez', email: `panel.${Date.now()}@correo.example`, order_number: '#999999' }
  const filed = await request.post('/api/regret-requests/', { data })
  const { code } = (await filed.json()) as { code: string }
  await arriveAs(page, 'admin', '/panel/arrepentimientos')
  const row = page.getByRole('listitem').filter({ hasText: code })
  await expect(row.getByText('Quedan 23 h')).toBeVisible()
  await expect(
    page.getByRole('navigation').getByRole('link', { name: /Arrepentimientos.*pendiente/ }),
  ).toBeVisible()
  await row.getByRole('button', { name: `Responder la solicitud ${code}` }).click()
  const dialog = page.getByRole('dialog', { name: code })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel('Estado').selectOption('accepted')
  await dialog.getByLabel('Respuesta').fill('Te devolvemos el dinero')
  // Somebody else answers meanwhile.
  const access = await accessOf(request, 'admin', 'Semilla2026')
  const headers = { authorization: `Bearer ${access}` }
  const list = await request.get('/api/regret-requests/', { headers })
  const [{ id } = { id: 0 }] = (
    (await list.json()) as { results: { id: number; code: string }[] }
  ).results.filter((one) => one.code === code)
  await request.patch(`/api/regret-requests/${id}/`, { headers, data: { answer: 'Ya te escribimos' } })
  await dialog.getByRole('button', { name: 'Guardar y avisar' }).click()
  await expect(dialog.getByText('Otra persona guardó esta solicitud')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByText(`Solicitud ${code}: Aceptada`)).toBeVisible()
  await expect(row.getByText('Aceptada')).toBeVisible()
})

test('the owner writes a page, everybody reads it, and the footer leads to it', async ({ page }) => {
  await arriveAs(page, 'admin', '/panel/paginas?pagina=privacidad')
  await expect(page.getByText('Es un modelo para completar')).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Texto' })
    .fill('## Zonas\n\n- **Litoral**\n- <b>Cuyo</b> [guía](/como-germinar)')
  const preview = page.getByRole('region', { name: 'Vista previa' })
  await expect(preview.getByRole('heading', { name: 'Zonas' })).toBeVisible()
  await expect(preview.getByText('<b>Cuyo</b>')).toBeVisible()
  await page.getByText('Publicar en la tienda').click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  const refusal = page.getByRole('link', { name: 'Para publicarla falta confirmar que el texto se revisó' })
  await refusal.click()
  await expect(page.getByLabel('El texto se revisó')).toBeFocused()
  await expectAccessible(page, 'main')
  await page.getByText('El texto se revisó', { exact: true }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Publicada', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Versión 1, .*publicada$/)).toBeVisible()

  await page.goto('/')
  await page
    .getByRole('navigation', { name: 'Información legal' })
    .getByRole('link', { name: 'Privacidad' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Política de privacidad' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'guía', exact: true })).toHaveAttribute(
    'href',
    '/como-germinar',
  )
})

test('a page of text that cannot be loaded is tried again; only a 404 is called unpublished', async ({
  page,
  complaints,
}) => {
  await confirmedAge(page)
  await page.goto('/como-germinar')
  const answers = await answersOf(page)
  await answers.fail(/^\/pages\/preguntas/)
  await walk(page, '/legales/preguntas')
  await expect(page.getByRole('heading', { level: 1, name: 'Preguntas' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('Error al cargar la página')).toBeVisible()
  await expectAccessible(page, 'main')
  await answers.letGo()
  await page.route('**/api/pages/preguntas/', (route) =>
    route.fulfill({ status: 404, json: { error: 'Esta página no está publicada', code: 'NOT_FOUND' } }),
  )
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no está publicada' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  await expectAccessible(page, 'main')
  forgive(complaints, /status of 500/)
})

test.describe('with the worker of the offline page', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the page about the browser names everything stored there, and no other site is contacted', async ({
    page,
    context,
  }) => {
    const hosts = new Set<string>()
    context.on('request', (request) => hosts.add(new URL(request.url()).host))
    await confirmedAge(page)
    await page.goto('/login?redirect=%2Fmi-cuenta')
    await signIn(page, 'cliente')
    await page.waitForURL('**/mi-cuenta')
    for (const path of [
      '/',
      '/productos',
      '/producto/1',
      '/como-germinar',
      '/garantia',
      '/carrito',
      '/arrepentimiento',
    ])
      await page.goto(path)
    await page.getByRole('textbox', { name: 'Número de pedido' }).fill('7')
    const kept = [await keptIn(page)]
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login?redirect=%2Fpanel%2Fpedidos%2Fnuevo')
    await signIn(page, 'admin')
    await page.getByLabel('Nombre', { exact: true }).fill('Ana')
    for (const path of ['/panel/productos', '/panel/identidad', '/panel/ajustes', '/legales/cookies'])
      await page.goto(path)
    await expect(page.getByText('No hay cookies ni pedidos de terceros.')).toBeVisible()
    kept.push(await keptIn(page))
    for (const found of kept) {
      for (const [where, names] of Object.entries(found))
        expect(listed(where)).toEqual(expect.arrayContaining(names))
      expect(found.caché).toEqual(listed('caché'))
      expect(found.programa).toEqual(listed('programa'))
      expect(found.navegador.length).toBeGreaterThan(5)
      expect(found.pestaña.length).toBeGreaterThan(2)
    }
    expect([...hosts]).toEqual([new URL(page.url()).host])
  })
})

const listed = (where: string) => STORED_HERE.filter((one) => one.where === where).map(({ name }) => name)

/** The names of everything that the browser keeps of the shop. */
async function keptIn(page: Page) {
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace(/^(browserKey).*/, '$1'))
  await page.evaluate(() => navigator.serviceWorker.ready)
  const [browser = [], tab = [], cached = [], programs = []] = await page.evaluate(
    async (): Promise<string[][]> => [
      Object.keys(localStorage),
      Object.keys(sessionStorage),
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL ?? ''),
    ],
  )
  return {
    cookie: cookies,
    // A cached answer has its time beside it, and its query in its name.
    navegador: browser.map((name) => name.replace(/(?:Timestamp|:.*)$/, '')),
    pestaña: tab,
    caché: cached,
    programa: programs.map((address) => new URL(address).pathname),
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor withdraws from a purchase', async ({ page }) => {
    await page.goto('/arrepentimiento')
    await fillRegret(page, { email: `sin.${Date.now()}@correo.example` })
    await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
    await expect(page.getByRole('heading', { name: /Registramos la solicitud\. Código: ARR-/ })).toBeVisible()
  })
})

test('a customer downloads their data and closes the account', async ({ page, request, browser }) => {
  const olivia = await newCustomer(request)
  const finished = await hasOrder(request, olivia, ['Vidala Lima'], 'completed')
  const pending = await hasOrder(request, olivia, ['Vidala Lima'])
  await confirmedAge(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Baja de cuenta' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, olivia.username, olivia.password)
  await expect(page).toHaveURL('/mi-cuenta?section=data')
  await expect(page.getByRole('heading', { level: 1, name: 'Mis datos' })).toBeVisible()
  await expectAccessible(page, 'main')

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('mis-datos.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    account: { username: olivia.username, email: olivia.email },
    orders: [
      { id: finished, status: 'completed', recipient_name: 'Olivia Recorrido', lines: [{ quantity: 1 }] },
      { id: pending, status: 'pending' },
    ],
    claims: [],
  })
  expect(text).not.toMatch(/argon2|hash/)

  const tab = await page.context().newPage()
  await tab.goto('/mi-cuenta?section=orders')
  await expect(tab.getByRole('listitem', { name: `Pedido #${pending}` })).toBeVisible()
  await tab.evaluate(() => sessionStorage.setItem('recipientDraft', '{"value":{"name":"Olivia"}}'))
  const elsewhere = await (await browser.newContext()).newPage()
  await arriveAs(elsewhere, olivia, '/mi-cuenta')
  await expect(elsewhere).toHaveURL(/\/mi-cuenta/)

  await test.step('the pending order is offered to be cancelled at once, where a withdrawal is asked for', async () => {
    await page.goto('/arrepentimiento')
    await expect(page.getByRole('listitem').filter({ hasText: `#${finished}` })).toHaveCount(0)
    await expectAccessible(page, 'main')
    await page.getByRole('link', { name: `Cancelar el pedido ahora #${pending}` }).click()
    const question = page.getByRole('dialog', { name: `¿Cancelar el Pedido #${pending}?` })
    await expect(question.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/mi-cuenta?section=data')
  })

  await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cerrar mi cuenta' })
  const password = dialog.getByLabel('Contraseña', { exact: true })
  const word = dialog.getByLabel('Para confirmar, escribí CERRAR')
  const close = dialog.getByRole('button', { name: 'Cerrar mi cuenta' })
  await expect(password).toBeFocused()
  await password.fill(olivia.password)
  await word.fill('cerrar')
  await close.click()
  await expect(dialog.getByText('Para cerrar la cuenta, escribí CERRAR')).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await word.fill('CERRAR')
  await password.fill('Otra-clave-9')
  await close.click()
  await expect(dialog.getByText('La contraseña actual no es correcta')).toBeVisible()
  await expect(password).toBeFocused()
  await expectAccessible(page, 'dialog[open]')
  await password.fill(olivia.password)
  await close.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('La cuenta se cerró').first()).toBeVisible()

  await expect(tab).toHaveURL(/\/login/)
  for (const one of [page, tab]) {
    const kept = await one.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    for (const trace of [olivia.username, 'Olivia', 'accessToken', 'deviceToken'])
      expect(kept).not.toContain(trace)
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('browserKey')
  await elsewhere.goto('/mi-cuenta?section=orders')
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.context().close()
  await page.goto('/login')
  await signIn(page, olivia.username, olivia.password)
  await expect(page.getByText('Error al iniciar sesión').first()).toBeVisible()

  await arriveAs(page, 'admin', `/panel/pedidos/${finished}`)
  await expect(page.getByRole('heading', { name: `Pedido #${finished}` })).toBeVisible()
  await expect(page.getByText('Vidala Lima').first()).toBeVisible()
  const shown = await page.getByRole('main').textContent()
  for (const trace of [olivia.email, 'Olivia', '1123456789']) expect(shown).not.toContain(trace)
})
