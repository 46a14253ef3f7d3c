import type { APIRequestContext, Page } from '@playwright/test'
import { arriveAs, expect } from './stories.ts'

const PASSWORD = 'Semilla2026'

interface Caller {
  get<T>(path: string): Promise<T>
  post<T>(path: string, data: object): Promise<T>
  put<T>(path: string, data: object): Promise<T>
  patch<T>(path: string, data: object): Promise<T>
  remove(path: string): Promise<unknown>
}

/** An API client signed in as `username`. */
export async function callerFor(request: APIRequestContext, username: string): Promise<Caller> {
  const login = await request.post('/api/auth/login/', {
    data: { username_or_email: username, password: PASSWORD },
  })
  const { access } = (await login.json()) as { access: string }
  // A connection that the server closes as idle may be taken for the next call.
  const options = { headers: { authorization: `Bearer ${access}` }, maxRetries: 2 }
  const read = async <T>(answer: { ok(): boolean; text(): Promise<string> }) => {
    const text = await answer.text()
    expect(answer.ok(), text).toBe(true)
    return JSON.parse(text) as T
  }
  return {
    get: async <T>(path: string) => read<T>(await request.get(`/api${path}`, options)),
    post: async <T>(path: string, data: object) =>
      read<T>(await request.post(`/api${path}`, { ...options, data })),
    put: async <T>(path: string, data: object) =>
      read<T>(await request.put(`/api${path}`, { ...options, data })),
    patch: async <T>(path: string, data: object) =>
      read<T>(await request.patch(`/api${path}`, { ...options, data })),
    remove: (path) => request.delete(`/api${path}`, options),
  }
}

interface World {
  admin: Caller
  customer: Caller
  /** The customer's client. */
  username: string
  name: string
  product: { id: number; blisters: { id: number; stock: number }[] }
  blister: number
  stock: () => Promise<number>
  order: (quantity: number) => Promise<number>
}

/** A product and a customer that only this test uses. */
export async function worldOf(request: APIRequestContext, tag: string, stock: number): Promise<World> {
  const admin = await callerFor(request, 'admin')
  const username = `${tag}_${Date.now().toString(36)}`
  const name = `Clienta ${username}`
  await admin.post('/auth/admin/create-user/', {
    first_name: 'Clienta',
    last_name: username,
    username,
    email: `${username}@surbrote.example`,
    password: PASSWORD,
    password2: PASSWORD,
    email_verified: true,
  })
  const product = await admin.post<World['product']>('/products/', {
    name: `Semilla ${username}`,
    type: 'fem',
    blisters: [{ seed_count: 3, price: 1000, stock, discount: 0 }],
  })
  const blister = product.blisters[0]?.id ?? 0
  const customer = await callerFor(request, username)
  return {
    admin,
    customer,
    username,
    name,
    product,
    blister,
    stock: async () =>
      (await admin.get<World['product']>(`/products/${product.id}/`)).blisters[0]?.stock ?? -1,
    order: async (quantity) => {
      const { id } = await customer.post<{ id: number }>('/orders/', {
        recipient_name: name,
        customer_phone: '1123456789',
        delivery_type: 'coordinate',
        products: [{ product_id: product.id, blister_id: blister, quantity }],
      })
      return id
    },
  }
}

/** Signs in as admin and opens a screen. */
export async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await page.waitForURL(`**${path}`)
}

/** The row of an order. */
export const card = (page: Page, id: number) =>
  page.getByRole('listitem', { name: new RegExp(`Pedido #${id},`) })

/** In the open status dialog: two acts, a choice and a press. */
export async function changesStatus(page: Page, status: 'Pendiente' | 'Completado'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estado').selectOption(status)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
}
