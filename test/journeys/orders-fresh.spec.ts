import type { APIRequestContext, Page } from '@playwright/test'
import { answersOf } from './answers.ts'
import { accessOf, hasOrder, newCustomer, type Person } from './people.ts'
import { arriveAs, confirmedAge, expect, expectAccessible, forgive, PHONE, test } from './stories.ts'

/** An order that the shop changes while the customer has it on the screen. */
test.use({ viewport: PHONE })
test.beforeEach(({ page }) => confirmedAge(page))

async function openOrders(page: Page, { username, password }: Person): Promise<void> {
  await arriveAs(page, { username, password }, '/mi-cuenta?section=orders')
  await expect(page.getByRole('listitem', { name: /Pedido #\d+/ })).toBeVisible()
}

async function setStatus(request: APIRequestContext, id: number, status: string): Promise<void> {
  const admin = await accessOf(request, 'admin', 'Semilla2026')
  const changed = await request.put(`/api/orders/${id}/`, {
    headers: { authorization: `Bearer ${admin}` },
    data: { status },
  })
  expect(changed.status()).toBe(200)
}

const status = (page: Page, text: string) =>
  page
    .getByRole('listitem', { name: /Pedido #\d+/ })
    .getByText(text, { exact: true })
    .first()

/** Resolves when a toast with this text is visible, however briefly: it may end before `expect` looks again. */
function toastShown(page: Page, text: string): Promise<void> {
  return page.evaluate(
    (awaited) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const toasts = [...document.querySelectorAll('.toast')]
          if (toasts.some((toast) => toast.textContent.includes(awaited) && toast.checkVisibility()))
            resolve()
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
      }),
    text,
  )
}

test('a completed order shows on focus, on entering, automatically and on demand', async ({
  page,
  request,
  complaints,
}) => {
  const olivia = await newCustomer(request)
  const id = await hasOrder(request, olivia, ['Camalote Auto'])
  await page.clock.install()
  await openOrders(page, olivia)
  await expect(status(page, 'Pendiente')).toBeVisible()
  await expect(page.getByText(/^Actualizado hace \d+ s$/)).toBeVisible()
  await expectAccessible(page)

  // By itself, while the tab is visible. The dialog of a step that is no longer possible closes.
  await page.getByText('Ver detalle').click()
  await page.getByRole('button', { name: /Cancelar pedido/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const told = toastShown(page, `Pedido #${id}: Completado`)
  await setStatus(request, id, 'completed')
  await page.clock.runFor(31_000)
  await told
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(status(page, 'Completado')).toBeVisible()

  // When the tab is shown again.
  await setStatus(request, id, 'pending')
  await page.clock.runFor(4_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(status(page, 'Pendiente')).toBeVisible()

  // On entering.
  await page.getByRole('link', { name: 'Configuración' }).click()
  await setStatus(request, id, 'completed')
  await page.clock.runFor(4_000)
  await page.getByRole('link', { name: 'Ver pedidos' }).click()
  await expect(status(page, 'Completado')).toBeVisible()

  // On demand.
  await setStatus(request, id, 'pending')
  const shop = await answersOf(page)
  await shop.fail(/^\/orders\/my-orders/)
  const refresh = page.getByRole('button', { name: 'Actualizar' })
  await refresh.click()
  await page.clock.runFor(2_000)
  await expect(page.getByText('Error al obtener las órdenes')).toBeVisible()
  await expect(page.getByText('Error al actualizar los pedidos').first()).toBeVisible()
  await expect(status(page, 'Completado')).toBeVisible()
  forgive(complaints, /status of 500/)
  await shop.letGo()
  await refresh.click()
  await expect(status(page, 'Pendiente')).toBeVisible()
  await expect(page.getByText('Error al obtener las órdenes')).toHaveCount(0)
})
