import type { Page } from '@playwright/test'
import { appCode } from '../support/people/second-factor.ts'
import { password, SETTINGS, setUp } from './factor-steps.ts'
import { expectAccessibleAtAllSizes } from './looks.ts'
import { asOperator, newAdmin } from './people.ts'
import { confirmedAge, DESK, expect, expectAccessible, mailTo, PHONE, signIn, test } from './stories.ts'

const STEP = 'Verificación en dos pasos'

async function signOut(page: Page): Promise<void> {
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('a second factor, its phone lost: a recovery code lets its owner in', async ({ page, browser }) => {
    const person = await newAdmin()
    await confirmedAge(page)
    await page.goto('/login')
    await signIn(page, person.username, person.password)
    await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
    await page.goto(SETTINGS)
    const { key, codes } = await setUp(page, person.password, expectAccessibleAtAllSizes)
    await mailTo(person.email, 'dos pasos')

    await signOut(page)
    await signIn(page, person.username, person.password)
    await expect(page.getByRole('heading', { level: 1, name: STEP })).toBeFocused()
    await expectAccessibleAtAllSizes(page)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Usar otra cuenta' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeFocused()
    await expect(page.getByLabel('Usuario o email')).toHaveValue(person.username)
    await signIn(page, person.username, person.password)
    await page.getByLabel('Código de verificación').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('El código no es válido o ya se usó')).toBeVisible()
    // An app may be a little ahead.
    await page.getByLabel('Código de verificación').fill(appCode(key, 1))
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page).toHaveURL(/\/admin\/productos/)

    const other = await browser.newContext({ viewport: PHONE })
    const elsewhere = await other.newPage()
    await confirmedAge(elsewhere)
    await elsewhere.goto(`/login?redirect=${encodeURIComponent(SETTINGS)}`)
    await signIn(elsewhere, person.username, person.password)
    await elsewhere.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await expectAccessible(elsewhere, 'main')
    await elsewhere.getByLabel('Código de recuperación').fill(codes[0]?.toLowerCase() ?? '')
    await elsewhere.keyboard.press('Enter')
    await expect(elsewhere.getByText('Quedan 9 códigos')).toBeVisible()
    await other.close()
  })
})

test.describe('at a desk', () => {
  test.use({ viewport: DESK })

  test('five wrong codes lead back to the password, and the operator takes a lost second factor away', async ({
    page,
  }) => {
    const person = await newAdmin()
    await confirmedAge(page)
    await page.goto('/login')
    await signIn(page, person.username, person.password)
    await expect(page.getByRole('heading', { level: 1, name: 'Productos' })).toBeVisible()
    await page.goto(SETTINGS)
    const { codes } = await setUp(page, person.password)

    await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
    await password(page).fill(person.password)
    await page.getByLabel('Código de la app').fill(codes[1] ?? '')
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Guardé los códigos' }).click()
    await expect(page.getByText('Quedan 10 códigos')).toBeVisible()

    await signOut(page)
    await signIn(page, person.username, person.password)
    for (let time = 0; time < 6; time += 1) {
      await page.getByLabel('Código de verificación').fill(String(100_000 + time))
      await page.getByRole('button', { name: 'Entrar' }).click()
      const said =
        time < 5 ? 'El código no es válido o ya se usó' : 'Demasiados intentos. Iniciar sesión de nuevo.'
      await expect(page.getByText(said).first()).toBeVisible()
      if (time < 5) await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled()
    }
    await expect(page.getByLabel('Usuario o email')).toBeVisible()

    await asOperator<'reset second factor'>({ ask: 'reset second factor', name: person.username })
    await signIn(page, person.username, person.password)
    await expect(page).toHaveURL(/\/admin\/productos/)
  })
})
