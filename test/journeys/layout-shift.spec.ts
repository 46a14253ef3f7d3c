import type { Route } from '@playwright/test'
import { isDrawn } from '../support/whole.ts'
import { arriveAsViewer, fillCart, fillForLooks } from './screens-filled.ts'
import { SEEN_BY, screensOf, type Viewer } from './screens.ts'
import { expectStill, watched } from './stillness.ts'
import { arriveAs, expect, forgive, PHONE, signIn, test } from './stories.ts'

test.describe.configure({ mode: 'parallel' })

/** A phone with the shop's narrowest layout, and a desk. */
const WIDTHS = [360, 1280]

/** On a desk, `screens.spec.ts` sees to it. */
for (const viewer of Object.keys(SEEN_BY) as Viewer[]) {
  test(`nothing jumps while a page loads: ${viewer} at ${PHONE.width}`, async ({ page, request }) => {
    await fillForLooks(request)
    await watched(page, PHONE.width)
    await arriveAsViewer(page, viewer)
    for (const { address } of screensOf(viewer).filter((screen) => isDrawn(screen.address, 3))) {
      await page.goto(address)
      await expectStill(page, address)
    }
  })
}

for (const width of WIDTHS) {
  test(`nothing jumps where a visit begins in the account, at ${width}`, async ({ page }) => {
    await watched(page, width)
    // No other screen has fetched the orders, whose last one is above.
    await arriveAs(page, SEEN_BY.customer, '/mi-cuenta?section=warranty')
    await expectStill(page, 'the claims')
  })

  test(`nothing jumps around the gate, in the login's steps and when an order begins, at ${width}`, async ({
    page,
    complaints,
  }) => {
    await watched(page, width, { isFirst: true })
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Soy mayor de 18' })).toBeVisible()
    await expectStill(page, 'the first visit')
    await page.getByRole('button', { name: 'Soy mayor de 18' }).click()

    await page.goto('/login')
    await signIn(page, 'nueva')
    await expect(page.getByLabel('Código de verificación')).toBeVisible()
    await page.reload()
    await expectStill(page, 'the code of an e-mail')
    await page.route('**/api/auth/login/', answerWithChallenge)
    await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await signIn(page, 'admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Verificación en dos pasos' })).toBeVisible()
    await expectStill(page, 'the second factor')
    await page.unroute('**/api/auth/login/', answerWithChallenge)

    await arriveAs(page, 'mica_sosa', '/')
    await fillCart(page)
    await page.goto('/carrito')
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await expect(page.getByLabel('Teléfono')).toBeVisible()
    await expectStill(page, 'an order begun')
    await page.reload()
    await expectStill(page, 'an order begun before a reload')
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await page.getByLabel('Acordar entrega').check()
    await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
    await expect(page.getByRole('region', { name: /Pedido #\d+ recibido/ })).toBeVisible()
    await expectStill(page, 'an order placed')
    forgive(complaints, /status of 40[13]/)
  })
}

/** Late enough that shifts do not count as caused by the press. */
async function answerWithChallenge(route: Route): Promise<void> {
  await new Promise((done) => setTimeout(done, 600))
  const error = 'Ingresá el código de la app de verificación.'
  await route.fulfill({ status: 403, json: { code: 'SECOND_FACTOR_REQUIRED', error, challenge: 'x' } })
}
