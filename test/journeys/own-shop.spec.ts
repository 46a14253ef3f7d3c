import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createAccount } from '../../src/server/users/users.ts'
import { type Client, clientAt } from '../support/calls/client.ts'
import { DEMO_TEXTS } from '../support/demo-texts.ts'
import { migratedPlace } from '../support/databases/embedded-dump.ts'
import { jpeg } from '../support/pictures/photos.ts'
import { inScope, type Scope } from '../support/scope.ts'
import { startMailServer } from '../support/servers/mail-server.ts'
import { runCommand } from '../support/servers/run-command.ts'
import { startServer } from '../support/servers/start-server.ts'
import { withShopOf } from '../support/test-environment.ts'
import { isDrawn } from '../support/whole.ts'
import { walkFrom } from './answers.ts'
import { arrived } from './screens-filled.ts'
import { SCREENS, screensOf } from './screens.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  leaveAndStop,
  PHONE,
  test,
} from './stories.ts'

const NAME = 'Semillas del Delta'
const OWNER = { username: 'anabel', password: 'Delta-Semilla-2026' }

/** A shop without the demo and with its first admin, as the documents of the first day leave it. */
async function newShop(scope: Scope) {
  const place = await migratedPlace(scope)
  await withShopOf(scope, place, (shop) =>
    createAccount(shop, {
      ...OWNER,
      email: 'anabel@delta.com.ar',
      is_staff: true,
      is_superuser: true,
      email_verified: true,
      createdBy: null,
    }),
  )
  const mail = await startMailServer(scope)
  const shop = await startServer(scope, place, {
    env: { SMTP_URL: mail.url, MAIL_FROM: 'tienda@delta.com.ar', BACKUP_DIR: '' },
  })
  const { body } = await clientAt(shop.url).post('/auth/login/', {
    username_or_email: OWNER.username,
    password: OWNER.password,
  })
  return { place, url: shop.url, stop: shop.stop, owner: clientAt(shop.url, body.access), mail }
}

/** What a call that creates answers. */
async function posted(owner: Client, path: string, body: unknown) {
  const answer = await owner.post(path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function picture(owner: Client, preset: string, size: [number, number]): Promise<string> {
  const form = new FormData()
  form.set('upload_preset', preset)
  form.set('file', new Blob([new Uint8Array(await jpeg(...size))], { type: 'image/jpeg' }), 'foto.jpg')
  return (await posted(owner, '/uploads/', form)).secure_url
}

const product = (name: string, image: string | null) => ({
  name,
  type: 'fem',
  image,
  blisters: [{ seed_count: 3, price: 12_500, stock: 10, discount: 0 }],
})

type NewShop = Awaited<ReturnType<typeof newShop>>

test('a new shop is set up by its steps, and shows nothing of the demo on any screen', async ({
  page,
  complaints,
}) => {
  // Its own shop, and some sixty screens.
  test.setTimeout(300_000)
  await inScope(async (scope) => {
    const shop = await newShop(scope)
    await confirmedAge(page)
    await setUp(page, shop, scope)
    await expectNothingOfTheDemo(page, shop)
    // A screen with a form warns of a way that is not the router's.
    forgive(complaints, /blocker on a POP navigation/)
    await leaveAndStop(page, shop)
  })
})

/** The steps tick automatically until none is left. */
async function setUp(page: Page, shop: NewShop, scope: Scope): Promise<void> {
  await page.setViewportSize(PHONE)
  await arriveAs(page, OWNER, `${shop.url}/panel/productos`)
  const card = page.getByRole('region', { name: 'Primeros pasos' })
  await expect(card.getByText('0 de 9 listos')).toBeVisible()
  await expectAccessible(page, '.first-hour')

  const field = async (label: string, text: string) => page.getByLabel(label).first().fill(text)
  const save = async (saved: string) => {
    await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    await expect(page.getByText(saved).first()).toBeVisible()
  }
  const steps: [string, string, () => Promise<unknown>][] = [
    [
      'Ponerle nombre y colores',
      'Identidad',
      async () => {
        await field('Nombre de la tienda', NAME)
        await save('Identidad guardada')
      },
    ],
    [
      'Cargar email y WhatsApp',
      'Ajustes',
      async () => {
        await field('Email de contacto', 'hola@delta.com.ar')
        await field('WhatsApp', '5491122334455')
        await save('Ajustes guardados')
      },
    ],
    [
      'Cargar los datos legales',
      'Ajustes',
      async () => {
        await field('Razón social', 'Delta SRL')
        await field('CUIT', '30-71234567-1')
        await field('Domicilio legal', 'Tigre 1')
        await save('Ajustes guardados')
      },
    ],
    ['Crear el primer banco', 'Nuevo Banco', () => posted(shop.owner, '/brands/', { name: 'Delta' })],
    [
      'Publicar el primer producto con foto',
      'Agregar producto',
      async () =>
        posted(shop.owner, '/products/', product('Isleña', await picture(shop.owner, 'product', [800, 800]))),
    ],
    [
      'Subir el primer banner',
      'Banners',
      async () => {
        const image_url = await picture(shop.owner, 'banner', [1920, 800])
        return posted(shop.owner, '/banners/', { title: 'Abrimos', image_url, is_active: true })
      },
    ],
    [
      'Invitar a alguien',
      'Solicitudes',
      () => posted(shop.owner, '/auth/invitations/', { email: 'clienta@correo.com.ar' }),
    ],
  ]
  for (const [index, [title, heading, work]] of steps.entries()) {
    await test.step(title, async () => {
      await card.getByRole('link', { name: title }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await work()
      await page.goto(`${shop.url}/panel/productos`)
      await expect(card.getByText(`${index + 1} de 9 listos`)).toBeVisible()
      await expect(card.getByRole('link', { name: title })).toHaveCount(0)
      await expect(card.getByText(`${title}, listo.`)).toBeVisible()
    })
  }
  await page.setViewportSize(DESK)
  await expectAccessible(page, '.first-hour')
  await posted(shop.owner, '/auth/recover/', { email: 'anabel@delta.com.ar' })
  await expect.poll(() => shop.mail.received.length).toBe(1)
  await page.reload()
  await expect(card.getByText('8 de 9 listos')).toBeVisible()
  await expect(card.getByText('Mandar el primer mail, listo.')).toBeVisible()
  const { code, text } = await runCommand(shop.place, ['backup', join(scope.folder, 'copia')])
  expect(code, text).toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
  await expect(page.getByText('Isleña').first()).toBeVisible()
  await expect(card).toBeHidden()
}

async function expectNothingOfTheDemo(page: Page, { url, owner }: NewShop): Promise<void> {
  // Without a number nothing is said of WhatsApp.
  expect((await owner.put('/settings/', { whatsapp: '', tagline: 'islas y luz' })).status).toBe(200)
  const line = { product_id: 1, blister_id: 1, quantity: 1 }
  const order = { recipient_name: 'Ana', customer_phone: '1123456789', delivery_type: 'coordinate' }
  await posted(owner, '/orders/', { ...order, products: [line] })

  const ofVisitors = screensOf('visitor').map(({ address }) => address)
  const ofOthers = SCREENS.map(({ address }) => address).filter((one) => !ofVisitors.includes(one))
  await test.step('what the server sends visitors', async () => {
    for (const address of ofVisitors)
      expectNone(await (await page.request.get(url + address)).text(), `${address} from the server`)
  })
  await test.step('what the owner sees', () => expectNoneOn(page, url, [...new Set(ofOthers)]))
  for (const document of ['preparacion', 'nota']) {
    await page.goto(`${url}/panel/pedidos/imprimir?ids=1&doc=${document}&precios=1`)
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('region', { name: 'Pedido #1' })
    await expect(sheet.getByText(NAME, { exact: true })).toBeVisible()
    expectNone(await saidBy(page), document)
  }
  await page.emulateMedia({ media: null })
  await page.evaluate(() => localStorage.clear())
  await test.step('what visitors see', () => expectNoneOn(page, url, ofVisitors))
}

/** As the browser shows these screens. */
async function expectNoneOn(page: Page, url: string, addresses: string[]): Promise<void> {
  let last = ''
  for (const address of mixed(addresses.filter((one) => isDrawn(one, 3)))) {
    // A third of a load. Screens of one part may have the same code.
    if (last && isPanel(address) === isPanel(last) && partOf(address) !== partOf(last))
      await walkFrom(page, address)
    else await page.goto(url + address)
    await arrived(page)
    expectNone(await saidBy(page), address)
    last = address
  }
}

const isPanel = (address: string) => address.startsWith('/panel/')

/** Of the account, or as `/panel/pedidos`. */
function partOf(address: string): string | undefined {
  return address === '/panel' ? '/mi-cuenta' : /^\/panel\/[a-z-]+|^\/[a-z-]*/.exec(address)?.[0]
}

/** The first screen of each part, then the second ones, and so on. */
function mixed(addresses: string[]): string[] {
  const parts = Map.groupBy(addresses, partOf)
  const place = (address: string) => parts.get(partOf(address))?.indexOf(address) ?? 0
  return addresses.toSorted((a, b) => Number(isPanel(a)) - Number(isPanel(b)) || place(a) - place(b))
}

/** All that the page says or holds, titles and attributes too. */
const saidBy = async (page: Page) => `${await page.title()} ${await page.content()}`

function expectNone(text: string, where: string): void {
  expect(DEMO_TEXTS.exec(text)?.[0], where).toBeUndefined()
}
