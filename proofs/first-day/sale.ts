import { setTimeout as sleep } from 'node:timers/promises'
import { clientAt } from '../../test/support/calls/client.ts'
import type { MailServer } from '../../test/support/servers/mail-server.ts'

export const ADMIN = { username: 'anabel', password: 'Delta-Semilla-2026' }
const CUSTOMER = {
  username: 'primera_clienta',
  password: 'Brote-Nuevo-2026',
  email: 'clienta@correo.example',
}
const SHOP = {
  shop_name: 'Semillas del Delta',
  orders_email: 'pedidos@tienda.example',
  contact_email: 'hola@tienda.example',
}

/** The newest order, and what it was of. */
export interface Sale {
  id: number
  lines: { product_id: number; blister_id: number | undefined; quantity: number }[]
}

async function enter(url: string, { username, password }: { username: string; password: string }) {
  const { status, body, text } = await clientAt(url).post('/auth/login/', {
    username_or_email: username,
    password,
  })
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${text}`)
  return clientAt(url, body?.['access'] as string)
}

function must<Answer extends { status: number; text: string; body: unknown }>(
  what: string,
  answer: Answer,
): Answer {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`)
  return answer
}

/** What is done by hand in the panel and in the shop: names the shop, adds a product and a customer, who orders. */
export async function firstSale(url: string, mail: MailServer): Promise<Sale> {
  const admin = await enter(url, ADMIN)
  must('settings', await admin.put('/settings/', SHOP))
  const blisters = [{ seed_count: 3, price: 12_500, stock: 10, discount: 0 }]
  const product = must('product', await admin.post('/products/', { name: 'Isleña', type: 'fem', blisters }))
    .body as {
    id: number
    blisters: { id: number }[]
  }
  const account = {
    ...CUSTOMER,
    password2: CUSTOMER.password,
    first_name: 'Irene',
    last_name: 'Paz',
    email_verified: true,
  }
  must('customer', await admin.post('/auth/admin/create-user/', account))
  const lines = [{ product_id: product.id, blister_id: product.blisters[0]?.id, quantity: 1 }]
  const id = await placeOrder(url, lines)
  await delivered(mail, [CUSTOMER.email, SHOP.orders_email], `#${id}`)
  return { id, lines }
}

/** The customer of the first sale orders, and the number follows that of the order before. */
export async function nextSale(url: string, sale: Sale): Promise<void> {
  const id = await placeOrder(url, sale.lines)
  if (id !== sale.id + 1) throw new Error(`Order ${id} follows order ${sale.id}`)
  sale.id = id
}

async function placeOrder(url: string, products: Sale['lines']): Promise<number> {
  const customer = await enter(url, CUSTOMER)
  const order = {
    recipient_name: 'Irene Paz',
    customer_phone: '1123456789',
    delivery_type: 'coordinate',
    products,
  }
  return (must('order', await customer.post('/orders/', order)).body as { id: number }).id
}

/** Waits for a mail with these words in its subject to each of the addresses. */
async function delivered(mail: MailServer, addresses: string[], subject: string): Promise<void> {
  const subjectOf = (headers: [string, string][]) => headers.find(([name]) => name === 'subject')?.[1] ?? ''
  const arrived = (address: string) =>
    mail.received.some(
      ({ to, headers }) => to.includes(`<${address}>`) && subjectOf(headers).includes(subject),
    )
  for (let tries = 0; tries < 300; tries += 1) {
    if (addresses.every(arrived)) return
    await sleep(100)
  }
  const got = mail.received.map(({ to, headers }) => `${to.join()} ${subjectOf(headers)}`)
  throw new Error(
    `No mail of ${subject} to ${addresses.filter((each) => !arrived(each)).join()}; arrived: ${got.join('; ')}`,
  )
}

/** The mail about backups to the shop's address. */
export async function backupMailed(mail: MailServer): Promise<void> {
  await delivered(mail, [SHOP.orders_email], 'Falta una copia de seguridad')
}

/** Whether the panel has a notice of this kind. */
export async function hasNotice(url: string, kind: string): Promise<boolean> {
  const admin = await enter(url, ADMIN)
  const notices = must('notices', await admin.get('/notices/')).body as { kind: string }[]
  return notices.some((notice) => notice.kind === kind)
}

/** Waits until the panel counts `count` mails more in a state than before `act`. */
export async function addsMails(
  url: string,
  state: 'failed' | 'waiting',
  count: number,
  act: () => Promise<unknown>,
): Promise<void> {
  const admin = await enter(url, ADMIN)
  const counted = async () => {
    const { body } = must('mails', await admin.get('/messages/'))
    return (body as { counts: Record<typeof state, number> }).counts[state]
  }
  const before = await counted()
  await act()
  for (let tries = 0; (await counted()) < before + count; tries += 1) {
    if (tries > 100) throw new Error(`Not ${count} ${state} mails more`)
    await sleep(300)
  }
}

/** When the shop is there, the admin finds the order and the name. */
export async function expectOrder(url: string, id: number): Promise<void> {
  for (let tries = 0; !(await fetch(`${url}/healthz`).catch(() => undefined))?.ok; tries += 1) {
    if (tries > 3_000) throw new Error(`No shop at ${url}`)
    await sleep(100)
  }
  const admin = await enter(url, ADMIN)
  const order = must('order', await admin.get(`/orders/${id}/`)).body as { recipient_name: string }
  const settings = must('settings', await admin.get('/settings/all/')).body as { shop_name: string }
  if (order.recipient_name !== 'Irene Paz' || settings.shop_name !== SHOP.shop_name)
    throw new Error(`Otherwise than sold: ${order.recipient_name}, ${settings.shop_name}`)
}
