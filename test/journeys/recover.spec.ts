import type { Page } from '@playwright/test'
import { newCustomer } from './people.ts'
import { confirmedAge, expect, expectAccessible, mailedLink, PHONE, test } from './stories.ts'

test.use({ viewport: PHONE })

test('a forgotten password: a link by mail, opened by programs before its reader, sets a new one', async ({
  page,
  request,
}) => {
  const { email } = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/producto/8')
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await page.getByLabel('Usuario o email').fill(email)
  await page.getByRole('link', { name: 'Olvidé la contraseña' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recuperar la contraseña' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.getByLabel('Email').fill('ana@')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Ingrese un email válido').first()).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Si hay una cuenta con ese email/)).toBeVisible()

  const address = await mailedLink(email, 'recuperar')
  for (let looks = 0; looks < 20; looks += 1) {
    const looked =
      looks % 2 === 0 ? await request.get(address.pathname) : await request.head(address.pathname)
    expect(looked.status()).toBe(200)
  }

  // A mail opens its links in another tab.
  const mailed = await page.context().newPage()
  await page.close()
  await setsPassword(mailed, address)
})

async function setsPassword(page: Page, address: URL): Promise<void> {
  await page.goto(address.pathname + address.hash)
  await expect(page.getByRole('heading', { level: 1, name: 'Contraseña nueva' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Contraseña nueva').fill('Cosecha-2027')
  await page.getByLabel('Confirmar contraseña').fill('Cosecha-2026')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Las contraseñas no coinciden').first()).toBeVisible()
  await page.getByLabel('Confirmar contraseña').fill('Cosecha-2027')
  await page.keyboard.press('Enter')
  // Signed in, with the new password.
  await expect(page).toHaveURL(/mi-cuenta/)
  await expect(page.getByText('Hola, Olivia')).toBeVisible()
  // What was wanted before.
  await page.goto('/carrito')
  await expect(page.getByRole('link', { name: 'Camalote Auto' })).toBeVisible()
}

test('a used link is explained, with a way to another one', async ({ page }) => {
  await confirmedAge(page)
  await page.goto('/recuperar#t=usado')
  await page.getByLabel('Contraseña nueva').fill('Cosecha-2027')
  await page.getByLabel('Confirmar contraseña').fill('Cosecha-2027')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('El enlace ya se usó o venció. Podés pedir otro.').first()).toBeVisible()
  await expect(page.getByLabel('Contraseña nueva')).toHaveValue('Cosecha-2027')
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeVisible()
})
