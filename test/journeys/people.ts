import type { APIRequestContext } from '@playwright/test'
import { askRunningShop } from '../../src/server/operator/commands/operator-socket.ts'
import type { Answers, Asked, Verb } from '../../src/server/operator/commands/verbs.ts'
import { expect } from './stories.ts'

/** A customer that only this test uses. */
export interface Person {
  username: string
  email: string
  password: string
  access: string
}

let made = 0

interface Wished {
  email?: string
  isVerified?: boolean
}

export async function newCustomer(
  request: APIRequestContext,
  firstName = 'Olivia',
  { email: wished, isVerified = true }: Wished = {},
): Promise<Person> {
  const password = 'Brote2026'
  const username = `recorrido_${Date.now().toString(36)}_${++made}`
  const email = wished ?? `${username.replaceAll('_', '.')}@correo.example`
  const data = {
    first_name: firstName,
    last_name: 'Recorrido',
    username,
    email,
    password,
    password2: password,
    email_verified: isVerified,
  }
  const answer = await asAdmin(request, (headers) =>
    request.post('/api/auth/admin/create-user/', { headers, data }),
  )
  expect(answer.status(), await answer.text()).toBe(201)
  const access = isVerified ? await accessOf(request, username, password) : ''
  return { username, email, password, access }
}

/** What the operator's command does on the running shop. */
export async function asOperator<Name extends Verb>(asked: Asked<Name>): Promise<Answers[Name]> {
  const { answer, release } = await askRunningShop<Name>(process.env['JOURNEY_DATA'] ?? '', asked)
  release()
  return answer
}

/** An admin that only this test uses. */
export async function newAdmin(): Promise<Omit<Person, 'access'>> {
  const username = `equipo_${Date.now().toString(36)}_${++made}`
  const person = { username, email: `${username.replaceAll('_', '.')}@correo.example`, password: 'Brote2026' }
  await asOperator<'create admin'>({ ask: 'create admin', ...person })
  return person
}

/** Signs out afterwards: the newest twenty sessions of an account live, and all journeys share this one. */
export async function asAdmin<Answer>(
  request: APIRequestContext,
  ask: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const headers = bearer(await accessOf(request, 'admin', 'Semilla2026'))
  const answer = await ask(headers)
  await request.post('/api/auth/logout/', { headers, data: {} })
  return answer
}

export async function accessOf(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<string> {
  const answer = await request.post('/api/auth/login/', { data: { username_or_email: username, password } })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { access: string }).access
}

/** Places an order for one pack of each of these products; returns its number. */
export async function hasOrder(
  request: APIRequestContext,
  person: Person,
  products: string[],
  status?: 'completed',
): Promise<number> {
  const lines = await Promise.all(products.map((name) => packOf(request, person, name)))
  const answer = await request.post('/api/orders/', {
    headers: bearer(person.access),
    data: {
      recipient_name: 'Olivia Recorrido',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: lines,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  if (status) {
    const changed = await asAdmin(request, (headers) =>
      request.put(`/api/orders/${id}/`, { headers, data: { status } }),
    )
    expect(changed.status()).toBe(200)
  }
  return id
}

/** A product that only this test sells, ten packs of three seeds at $ 20.900, and a lot with four of them. */
export async function hasProductWithLot(
  request: APIRequestContext,
  name: string,
): Promise<{ product: string; lot: { id: number; code: string } }> {
  made += 1
  const mark = `${Date.now().toString(36)}${made}`
  const product = `${name} ${mark}`
  return asAdmin(request, async (headers) => {
    const made = async <Body>(path: string, data: object) => {
      const answer = await request.post(path, { headers, data })
      expect(answer.status(), await answer.text()).toBe(201)
      return (await answer.json()) as Body
    }
    const blisters = [{ seed_count: 3, price: 20_900, stock: 10, discount: 0 }]
    const facts = { name: product, type: 'fem', available: true, blisters }
    const { id, blisters: sold } = await made<Sold>('/api/products/', facts)
    const lot = await made<{ id: number; code: string }>('/api/lots/', { product_id: id, code: `R-${mark}` })
    await made(`/api/lots/${lot.id}/units/`, { blister_id: sold[0]?.id, change: 4 })
    return { product, lot }
  })
}

interface Sold {
  id: number
  name: string
  blisters: { id: number; stock: number }[]
}

/** The search also matches genotypes, so the name decides. */
async function productCalled(request: APIRequestContext, person: Person, name: string): Promise<Sold> {
  const found = await request.get(`/api/products/?search=${encodeURIComponent(name)}`, {
    headers: bearer(person.access),
  })
  const product = ((await found.json()) as Sold[]).find((one) => one.name === name)
  if (!product) throw new Error(`${name} is not sold here`)
  return product
}

async function packOf(request: APIRequestContext, person: Person, name: string) {
  const { id, blisters } = await productCalled(request, person, name)
  const blister = blisters.find(({ stock }) => stock > 0)
  if (!blister) throw new Error(`${name} is sold out`)
  return { product_id: id, blister_id: blister.id, quantity: 1 }
}

export async function stockOf(request: APIRequestContext, person: Person, name: string): Promise<number> {
  const { blisters } = await productCalled(request, person, name)
  return blisters.reduce((sum, { stock }) => sum + stock, 0)
}

export async function claimsOf(request: APIRequestContext, person: Person) {
  const answer = await request.get('/api/warranty-claims/?user=current', { headers: bearer(person.access) })
  return (await answer.json()) as { id: number; photo1: string; photo2: string; photo3: string }[]
}

export async function ordersOf(request: APIRequestContext, person: Person): Promise<{ id: number }[]> {
  const answer = await request.get('/api/orders/my-orders/', { headers: bearer(person.access) })
  return ((await answer.json()) as { orders: { id: number }[] }).orders
}

function bearer(access: string) {
  return { authorization: `Bearer ${access}` }
}
