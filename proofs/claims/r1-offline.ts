import { randomBytes } from 'node:crypto'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createAccount } from '../../src/server/users/users.ts'
import { PASSWORD } from '../../test/support/people/accounts.ts'
import { endOnServer } from '../../test/support/browsers/browser-storage.ts'
import { logIn, newVisitor, openBrowser, visit } from '../../test/support/browsers/browser.ts'
import { clientAt } from '../../test/support/calls/client.ts'
import { type Item, newItem, orderOf } from '../../test/support/sales/goods.ts'
import { newCluster, openShopOf, placeOn } from '../../test/support/test-environment.ts'
import { Failures, type Proof, type ProofContext } from '../support/proof.ts'
import { type Server, startServer } from '../../test/support/servers/start-server.ts'
import { NO_KEYS } from '../wrong-builds/shared-faults.ts'
import { insertPerson } from '../../test/support/people/people.ts'

const WAIT = { timeout: 30_000 }

export const proof: Proof = {
  id: 'R1',
  title: 'Offline use',
  claim: 'A customer who goes offline loses no input and no upload, and gets exactly one order or claim.',
  how: 'In a browser: the connection is lost when an order, or a claim with three photos, is sent; or the answer is lost; or the session has ended. The page is reloaded each time.',
  oneTry: 'an order and a claim, in one of these ways',
  tries: { full: 50, short: 5 },
  minutes: 20,
  async run(context) {
    const failures = new Failures()
    const place = await placeOn(context, await newCluster(context))
    const shop = await openShopOf(context, place)
    const server = await startServer(context, place)
    const scene: Scene = {
      context,
      server,
      failures,
      browser: await openBrowser(context),
      item: await newItem(shop, 1_000_000),
      admin: (await insertPerson(shop, { admin: true })).access,
      async person() {
        const username = `r1_${randomBytes(4).toString('hex')}`
        const account = { username, email: `${username}@correo.example`, password: PASSWORD }
        await createAccount(shop, { ...account, email_verified: true, createdBy: null })
        const answer = await clientAt(server.url).post('/auth/login/', {
          username_or_email: username,
          password: PASSWORD,
        })
        return { username, access: String(answer.body?.access) }
      },
    }
    // A wrong build fails in one of the ways.
    const tries = context.broken === undefined ? context.tries : WAYS.length
    for (let n = 0; n < tries; n++) {
      const way = WAYS[n % WAYS.length] ?? 'gone'
      for (const [what, story] of [
        ['order', anOrder],
        ['claim', aClaim],
      ] as const) {
        if (context.broken !== undefined && failures.list().some((text) => /exactly one|is lost/.test(text)))
          break
        await story(scene, way).catch((error: unknown) =>
          failures.add(`the ${what} did not get through`, `${way}: ${String(error).slice(0, 400)}`),
        )
      }
      context.say(`${n + 1}: ${way}`)
    }
    return {
      tries: `${tries} orders and ${tries} claims`,
      figure: `each exactly once, no input lost; ways: ${WAYS.join(', ')}`,
      failures: failures.list(),
    }
  },
  broken: [
    { name: 'no-keys', patches: NO_KEYS, failsWith: /not exactly one/ },
    // A shop that loses typed texts at a reload.
    { name: 'forgets-drafts', failsWith: /is lost/ },
  ],
}

const WAYS = ['gone', 'answer lost', 'session over'] as const
type Way = (typeof WAYS)[number]

interface Scene {
  context: ProofContext
  server: Server
  failures: Failures
  browser: Awaited<ReturnType<typeof openBrowser>>
  item: Item
  /** A token. */
  admin: string
  person(): Promise<{ username: string; access: string }>
}

async function open(scene: Scene): Promise<{ visitor: BrowserContext; page: Page }> {
  const opened = await newVisitor(scene.browser, { viewport: { width: 390, height: 844 } })
  opened.page.setDefaultTimeout(WAIT.timeout)
  if (scene.context.broken === 'forgets-drafts')
    await opened.page.addInitScript(() => {
      for (const key of ['recipientDraft', 'claimDraft', 'claimPhotos']) sessionStorage.removeItem(key)
    })
  return opened
}

/** The fault at the first press of `send`, and the page after it: reloaded, signed in. */
async function trouble(
  way: Way,
  {
    visitor,
    page,
    api,
    send,
    said,
    username,
  }: { visitor: BrowserContext; page: Page; api: string; send: Locator; said: RegExp; username: string },
): Promise<void> {
  const address = page.url()
  if (way === 'session over') {
    await endOnServer(page)
    await page.evaluate(() => localStorage.setItem('renewAccessAt', '1'))
    await send.click()
    await page.waitForURL(/\/login/)
    await logIn(page, page.url(), username, PASSWORD)
    if (!page.url().startsWith(address.split('?', 1)[0] ?? address)) await visit(page, address)
    return
  }
  if (way === 'gone') await visitor.setOffline(true)
  else
    await page.route(`**/api/${api}/`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await visitor.setOffline(true)
      return route.abort()
    })
  await send.click()
  await page.getByText(said).first().waitFor()
  await page.unroute(`**/api/${api}/`)
  await visitor.setOffline(false)
  await page.reload()
}

async function isKept(
  failures: Failures,
  way: Way,
  fields: [name: string, actual: () => Promise<unknown>, expected: unknown][],
): Promise<void> {
  for (const [name, actual, expected] of fields) {
    let is: unknown
    // Kept texts appear once the page is hydrated.
    for (let tries = 0; tries < 100; tries++) {
      is = await actual().catch(() => undefined)
      if (is === expected) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    if (is !== expected) failures.add('something typed is lost', `${way}: ${name} is ${String(is)}`)
  }
}

async function anOrder(scene: Scene, way: Way): Promise<void> {
  const { server, item, failures } = scene
  const { username, access } = await scene.person()
  const { visitor, page } = await open(scene)
  try {
    await logIn(page, `${server.url}/login?redirect=/producto/${item.product_id}`, username, PASSWORD)
    await page.getByRole('button', { name: 'Agregar al carrito' }).first().click()
    await page.getByText('Producto añadido al carrito').first().waitFor()
    await visit(page, `${server.url}/carrito`)
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await page.getByLabel('Nombre').fill('Olivia del Recorrido')
    await page.getByLabel('Teléfono').fill('11 5555 0000')
    await page.getByLabel('Acordar entrega').check()
    const send = page.getByRole('button', { name: 'Confirmar Pedido' })
    await trouble(way, {
      visitor,
      page,
      api: 'orders',
      send,
      said: /el pedido no se duplica/,
      username,
    })
    await isKept(failures, way, [
      ['the name', () => page.getByLabel('Nombre').inputValue({ timeout: 1_000 }), 'Olivia del Recorrido'],
      ['the telephone', () => page.getByLabel('Teléfono').inputValue({ timeout: 1_000 }), '11 5555 0000'],
      ['the delivery', () => page.getByLabel('Acordar entrega').isChecked({ timeout: 1_000 }), true],
    ])
    if (scene.context.broken === 'forgets-drafts') return
    await send.click()
    await page.getByRole('heading', { name: /Pedido #\d+ recibido/ }).waitFor()
    const { access: again } = way === 'session over' ? { access: await tokenOf(page) } : { access }
    const { body } = await clientAt(server.url, again).get('/orders/my-orders/')
    if (body?.orders?.length !== 1) failures.add('not exactly one order', `${way}: ${body?.orders?.length}`)
  } finally {
    await visitor.close()
  }
}

async function aClaim(scene: Scene, way: Way): Promise<void> {
  const { server, item, failures } = scene
  const { username, access } = await scene.person()
  const placed = await clientAt(server.url, access).post('/orders/', orderOf(item))
  const completed = await clientAt(server.url, scene.admin).put(`/orders/${placed.body?.id}/`, {
    status: 'completed',
  })
  if (completed.status !== 200) throw new Error(completed.text)
  const { visitor, page } = await open(scene)
  try {
    await logIn(page, `${server.url}/login?redirect=/garantia`, username, PASSWORD)
    await page.getByRole('radio', { name: new RegExp(`Pedido #${placed.body?.id}`) }).check()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByRole('radio', { name: item.name }).check()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await page.getByLabel('Descripción').fill('Dos de tres no abrieron.')
    for (const [slot, colour] of [
      ['Blister', '#284'],
      ['Proceso', '#248'],
      ['Resultado', '#842'],
    ] as const)
      await page.getByLabel(`Elegir foto ${slot}`).setInputFiles(await picture(colour))
    const uploaded = page.getByText('Subida', { exact: true })
    await uploaded.nth(2).waitFor()
    const send = page.getByRole('button', { name: 'Enviar solicitud' })
    await trouble(way, {
      visitor,
      page,
      api: 'warranty-claims',
      send,
      said: /el reclamo no se duplica/,
      username,
    })
    await isKept(failures, way, [
      [
        'the description',
        () => page.getByLabel('Descripción').inputValue({ timeout: 1_000 }),
        'Dos de tres no abrieron.',
      ],
      ['the photos', () => uploaded.count(), 3],
    ])
    if (scene.context.broken === 'forgets-drafts') return
    await send.click()
    await page.getByText('Solicitud enviada con éxito').first().waitFor()
    const { body } = await clientAt(server.url, await tokenOf(page)).get('/warranty-claims/?user=current')
    if (body?.length !== 1) failures.add('not exactly one claim', `${way}: ${body?.length}`)
    else if (['photo1', 'photo2', 'photo3'].some((name) => !body[0][name]))
      failures.add('a photo is lost', way)
  } finally {
    await visitor.close()
  }
}

async function tokenOf(page: Page): Promise<string> {
  return (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? ''
}

async function picture(background: string) {
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer }
}
