import type { APIRequestContext, Page } from '@playwright/test'
import { changesStatus } from './orders-world.ts'
import { accessOf, newCustomer, type Person } from './people.ts'
import { arriveAs, DESK, expect, expectAccessible, test } from './stories.ts'

test.use({ viewport: DESK })

/** An API client of a second admin. */
async function otherAdmin(request: APIRequestContext) {
  const headers = { authorization: `Bearer ${await accessOf(request, 'admin', 'Semilla2026')}` }
  const read = async <T>(answer: { ok(): boolean; text(): Promise<string> }): Promise<T> => {
    const text = await answer.text()
    expect(answer.ok(), text).toBe(true)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    get: async <T>(path: string) => read<T>(await request.get(`/api${path}`, { headers })),
    post: async <T>(path: string, data: object) =>
      read<T>(await request.post(`/api${path}`, { headers, data })),
    put: async <T>(path: string, data: object) =>
      read<T>(await request.put(`/api${path}`, { headers, data })),
    patch: async <T>(path: string, data: object) =>
      read<T>(await request.patch(`/api${path}`, { headers, data })),
    delete: async (path: string) => read<unknown>(await request.delete(`/api${path}`, { headers })),
  }
}

interface Sold {
  id: number
  name: string
  version: number
  blisters: { id: number; stock: number }[]
}

interface Ordered {
  id: number
  version: number
  order_products: { product_id: number; blister_id: number; quantity: number }[]
}

async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await expect(page.locator('.admin-frame h1')).toBeVisible()
}

/** A product that only this test uses. */
async function newProduct(admin: Awaited<ReturnType<typeof otherAdmin>>, tag: string): Promise<Sold> {
  return admin.post<Sold>('/products/', {
    name: `Semilla ${tag} ${Date.now().toString(36)}`,
    type: 'fem',
    brand: 'Surbrote',
    blisters: [
      { seed_count: 3, price: 1000, stock: 20, discount: 0 },
      { seed_count: 5, price: 1500, stock: 20, discount: 0 },
    ],
  })
}

async function ordered(request: APIRequestContext, person: Person, product: Sold): Promise<Ordered> {
  const answer = await request.post('/api/orders/', {
    headers: { authorization: `Bearer ${person.access}` },
    data: {
      recipient_name: 'Olivia Recorrido',
      customer_phone: '1123456789',
      delivery_type: 'coordinate',
      products: product.blisters.map(({ id }) => ({ product_id: product.id, blister_id: id, quantity: 1 })),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Ordered
}

test('concurrent decisions on one claim are merged', async ({ page, request }) => {
  const admin = await otherAdmin(request)
  const list = await admin.get<{ id: number; version: number }[]>('/warranty-claims/')
  const { id, version } = list.at(-1) ?? { id: 0, version: 0 }
  const tag = Date.now().toString(36)
  await enter(page, '/panel/garantias')
  await page.getByRole('button', { name: new RegExp(`Editar Estado del reclamo #${id}$`) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notas internas').fill(`Mis notas ${tag}`)
  await admin.patch(`/warranty-claims/${id}/`, {
    admin_notes: `Notas de otra ${tag}`,
    admin_response: `Respuesta de otra ${tag}`,
    version,
  })
  await dialog.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Otra persona guardó este reclamo' })).toBeFocused()
  await expect(dialog.getByText(`Respuesta al cliente: Respuesta de otra ${tag}`)).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('radio', { name: new RegExp(`De la otra persona: Notas de otra ${tag}`) }).check()
  await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByText('Reclamo actualizado exitosamente').first()).toBeVisible()
  expect(await admin.get(`/warranty-claims/${id}/`)).toMatchObject({
    admin_notes: `Notas de otra ${tag}`,
    admin_response: `Respuesta de otra ${tag}`,
  })
})

test('conflicting edits of order lines are asked about, and leaving with unsaved ones asks for confirmation', async ({
  page,
  request,
}) => {
  const admin = await otherAdmin(request)
  const order = await ordered(request, await newCustomer(request), await newProduct(admin, 'dos'))
  await enter(page, `/panel/pedidos/${order.id}`)
  const more = page.getByRole('button', { name: /Sumar una unidad/ })
  await more.first().click()

  await page.getByRole('link', { name: 'Volver a los pedidos' }).click()
  const leave = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await expect(leave.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/pedidos/${order.id}$`))
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closing

  // Both admins change the first line; only the second admin changes the second line.
  await admin.patch(`/orders/${order.id}/`, {
    version: order.version,
    order_products: order.order_products.map(({ product_id, blister_id }, at) => ({
      product_id,
      blister_id,
      quantity: at === 0 ? 5 : 4,
    })),
  })
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  const merge = page.getByRole('dialog', { name: 'Otra persona guardó este pedido' })
  await expect(merge.getByText('De la otra persona: 5 u.')).toBeVisible()
  await expect(merge.getByText(/X5 SEMILLAS: 4 u\./)).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await merge.getByRole('button', { name: 'Guardar lo elegido' }).click()
  await expect(page.getByText('Pedido actualizado correctamente.').first()).toBeVisible()
  const saved = await admin.get<Ordered>(`/orders/${order.id}/`)
  expect(saved.order_products.map(({ quantity }) => quantity)).toEqual([2, 4])
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeHidden()

  // A concurrent change of another field of the order does not block the save.
  await admin.patch(`/orders/${order.id}/`, { is_archived: true })
  await more.first().click()
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.locator('.badge', { hasText: 'Archivado' })).toBeVisible()
  // The badge shows as soon as the refusal is read again, before the second write.
  const firstQuantity = async () =>
    (await admin.get<Ordered>(`/orders/${order.id}/`)).order_products[0]?.quantity
  await expect.poll(firstQuantity).toBe(3)
})

test('deleting a product with orders requires typing its name', async ({ page, request }) => {
  const admin = await otherAdmin(request)
  const [sold, unsold] = [await newProduct(admin, 'vendida'), await newProduct(admin, 'nueva')]
  await ordered(request, await newCustomer(request), sold)
  const open = async ({ name }: Sold) => {
    await page.goto(`/panel/productos?search=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: `Eliminar ${name}` }).click()
    return page.getByRole('dialog', { name: `Eliminar «${name}»` })
  }
  await enter(page, '/panel/productos')
  const dialog = await open(sold)
  await expect(dialog.getByText(/Está en 1 pedido/)).toBeVisible()
  const remove = dialog.getByRole('button', { name: 'Eliminar', exact: true })
  await expect(remove).toBeDisabled()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel(`Para confirmar, escribir ${sold.name}`).fill(sold.name)
  await remove.click()
  await expect(page.getByText(`Producto «${sold.name}» eliminado`).first()).toBeVisible()

  const plain = await open(unsold)
  await expect(plain.getByText('No está en ningún pedido.')).toBeVisible()
  await expect(plain.getByRole('textbox')).toHaveCount(0)
  await plain.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(page.getByText(`Producto «${unsold.name}» eliminado`).first()).toBeVisible()
})

test('the status of an order takes two presses and a choice, or five keys', async ({ page, request }) => {
  const admin = await otherAdmin(request)
  const person = await newCustomer(request, 'Teclas')
  const [first, second] = [await newProduct(admin, 'a'), await newProduct(admin, 'b')]
  const [clicked, typed] = [await ordered(request, person, first), await ordered(request, person, second)]
  const counted = () =>
    page.evaluate(() => (globalThis as unknown as { acts: { clicks: number; keys: number } }).acts)
  await page.addInitScript(() => {
    const acts = { clicks: 0, keys: 0 }
    Object.assign(globalThis, { acts })
    addEventListener('pointerdown', () => (acts.clicks += 1), true)
    addEventListener('keydown', () => (acts.keys += 1), true)
  })
  await enter(page, '/panel/pedidos')
  const rowOf = ({ id }: Ordered) => page.getByRole('listitem', { name: new RegExp(`Pedido #${id},`) })
  await rowOf(clicked)
    .getByRole('button', { name: /Cambiar estado/ })
    .click()
  await changesStatus(page, 'Completado')
  await expect(page.getByText(`Pedido #${clicked.id}: Completado`, { exact: true })).toBeVisible()
  expect(await counted()).toEqual({ clicks: 2, keys: 0 })

  // Filtered by this customer, because other tests place orders at the same time.
  await page.goto(`/panel/pedidos?search=${person.username}`)
  await expect(rowOf(typed)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog').getByLabel('Estado')).toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`Pedido #${typed.id}: Completado`, { exact: true })).toBeVisible()
  expect(await counted()).toEqual({ clicks: 0, keys: 5 })
})

test('the activity shows every action of a day with its actor', async ({ page, request }) => {
  const admin = await otherAdmin(request)
  const tag = Date.now().toString(36)
  const person = await newCustomer(request, 'Crónica')
  const product = await newProduct(admin, 'crónica')
  await admin.put(`/products/${product.id}/`, {
    ...product,
    blisters: product.blisters.map((blister) => ({ ...blister, price: 2500 })),
  })
  const order = await ordered(request, person, product)
  await admin.patch(`/orders/${order.id}/`, { status: 'completed' })
  await admin.patch(`/orders/${order.id}/`, { status: 'pending' })
  const bank = await admin.post<{ id: number }>('/brands/', { brand_name: `Banco ${tag}` })
  await admin.delete(`/brands/${bank.id}/`)
  const [claim] = await admin.get<{ id: number; status: string }[]>('/warranty-claims/')
  const next = claim?.status === 'approved' ? ['reviewing', 'En Revisión'] : ['approved', 'Aprobada']
  await admin.patch(`/warranty-claims/${claim?.id}/`, { status: next[0] })
  const users = await admin.get<{ results: { id: number }[] }>(`/users/?page=1&username=${person.username}`)
  const userId = users.results[0]?.id ?? 0
  await admin.patch(`/users/${userId}/`, { is_active: false })

  await enter(page, '/panel/actividad')
  const tells = async (words: string | RegExp, search: string) => {
    await page.getByRole('searchbox').fill(search)
    await expect(page).toHaveURL(
      new RegExp(`search=${encodeURIComponent(search)}`.replaceAll('%20', String.raw`(\+|%20)`)),
    )
    await expect(page.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible()
  }
  await tells(`Producto creado: ${product.name}`, product.name)
  await tells(`Producto actualizado: ${product.name}`, product.name)
  await tells(`Pedido #${order.id} creado`, `Pedido #${order.id}`)
  await tells(`Pedido #${order.id}: Pendiente → Completado`, `Pedido #${order.id}`)
  await tells(`Pedido #${order.id}: Completado → Pendiente`, `Pedido #${order.id}`)
  await tells(`Marca creada: Banco ${tag}`, `Banco ${tag}`)
  await tells(`Marca eliminada: Banco ${tag}`, `Banco ${tag}`)
  await tells(`→ ${next[1]}`, `Reclamo #${claim?.id}`)
  await tells(`Cuenta #${userId}`, `Cuenta #${userId}`)
  await tells('Inicio de sesión', person.username)
})

test('packs pasted from a spreadsheet are added to the rows', async ({ page, request }) => {
  const admin = await otherAdmin(request)
  const product = await newProduct(admin, 'planilla')
  await enter(page, `/panel/productos/editar/${product.id}`)
  const first = page.locator('#product-blisters input').first()
  await first.focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '2\t900\t7\t0\n10\t3.500,50\t4\t15\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Producto actualizado').first()).toBeVisible()
  const { blisters } = await admin.get<{
    blisters: { seed_count: number; price: number; stock: number; discount: number; final_price: number }[]
  }>(`/products/${product.id}/`)
  expect(blisters.filter(({ seed_count }) => [2, 10].includes(seed_count))).toMatchObject([
    { seed_count: 2, price: 900, stock: 7, discount: 0, final_price: 900 },
    { seed_count: 10, price: 3500.5, stock: 4, discount: 15, final_price: 2975.43 },
  ])
})
