import type { Page } from '@playwright/test'
import { appCode } from '../support/people/second-factor.ts'
import { expect } from './stories.ts'

export const SETTINGS = '/mi-cuenta?section=settings'

export const password = (page: Page) => page.getByRole('textbox', { name: 'Contraseña', exact: true })

/** From the settings to the card that says it is on, with a look at the two dialogs; returns the key and the codes. */
export async function setUp(page: Page, typed: string, look?: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Activar' }).click()
  await expect(password(page)).toBeFocused()
  await password(page).fill(typed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Código QR con la clave de la app' })).toBeVisible()
  await look?.(page)
  const key = (await page.locator('.factor-key code').textContent()) ?? ''
  await page.getByLabel('Código de verificación').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('El código no es válido o ya se usó')).toBeVisible()
  await page.getByLabel('Código de verificación').fill(appCode(key))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Códigos de recuperación' })).toBeFocused()
  await look?.(page)
  await page.keyboard.press('Escape')
  const codes = await page.locator('.factor-codes code').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'Guardé los códigos' }).click()
  await expect(page.getByText('Quedan 10 códigos')).toBeVisible()
  return { key, codes }
}
