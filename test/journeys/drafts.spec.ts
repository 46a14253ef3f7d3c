import type { Page } from '@playwright/test'
import { endOnServer } from '../support/browsers/browser-storage.ts'
import { arriveAs, DESK, expect, forgive, signIn, test } from './stories.ts'

test.use({ viewport: DESK })

async function enter(page: Page, path: string): Promise<void> {
  await arriveAs(page, 'admin', path)
  await page.waitForURL(`**${path}`)
}

/** The next call ends in the login; signing in leads back. */
async function signInAgain(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await signIn(page, 'admin')
}

test('what is typed on the page of an order survives an ended session', async ({ page, complaints }) => {
  forgive(complaints, /401/)
  await enter(page, '/admin/pedidos')
  await page
    .getByRole('link', { name: /^Pedido #\d+$/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /Sumar una unidad/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Editar cliente y entrega' }).click()
  await page.getByLabel('Recibe').fill('Quien Atiende')
  await endOnServer(page)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await signInAgain(page)
  await expect(page.getByLabel('Recibe')).toHaveValue('Quien Atiende')
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Editar cliente y entrega' })).toBeVisible()
  await expect(page.getByText('Quien Atiende').first()).toBeVisible()
})

test('a note typed on a claim survives an ended session', async ({ page, complaints }) => {
  forgive(complaints, /401/)
  await enter(page, '/panel/garantias')
  // The first claim now is not the first later, as others claim meanwhile.
  const name = await page
    .getByRole('button', { name: /^Editar Estado/ })
    .first()
    .innerText()
  const open = () => page.getByRole('button', { name, exact: true }).click()
  await open()
  await page.getByLabel('Notas internas').fill('Llamar el lunes')
  await endOnServer(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await signInAgain(page)
  await open()
  await expect(page.getByLabel('Notas internas')).toHaveValue('Llamar el lunes')
})
