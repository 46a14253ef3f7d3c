import type { Page } from '@playwright/test'
import { expectAccessibleAtAllSizes } from './looks.ts'
import { newCustomer } from './people.ts'
import { confirmedAge, expect, expectAccessible, PHONE, signIn, test } from './stories.ts'

test.use({ viewport: PHONE })

/** A device with a fingerprint reader: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
async function withFingerprint(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether its owner's finger is recognised. */
    recognise: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a phone is added as a key, opens the account by fingerprint, is removed, and closes the account', async ({
  page,
  request,
}) => {
  const { username, password } = await newCustomer(request)
  await confirmedAge(page)
  const finger = await withFingerprint(page)
  await page.goto('/login?redirect=/mi-cuenta%3Fsection%3Dsettings')
  await signIn(page, username, password)
  await expect(page.getByRole('heading', { name: 'Entrar con huella o llave' })).toBeVisible()
  await addKey(page, password, expectAccessibleAtAllSizes)
  await expectAccessible(page, 'main')

  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  const enter = page.getByRole('button', { name: 'Entrar con huella o llave' })
  await page.getByText('Otra forma de entrar').click()
  await finger.recognise(false)
  await enter.click()
  await expect(
    page.getByText('No se pudo comprobar la llave. Probá de nuevo o usá la contraseña.'),
  ).toBeVisible()
  await expectAccessible(page, 'main')
  await finger.recognise(true)
  await enter.click()
  await expect(page).toHaveURL(/mi-cuenta/)

  await page.goto('/mi-cuenta?section=settings')
  const key = page.getByRole('listitem').filter({ hasText: 'Teléfono' })
  await expect(key).toContainText('Último uso')
  await key.getByRole('button', { name: 'Quitar Teléfono' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(key).toBeHidden()
  await addKey(page, password)

  await page.goto('/mi-cuenta?section=data')
  await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cerrar mi cuenta' })
  await dialog.getByRole('button', { name: 'Usar huella o llave' }).click()
  await expect(dialog.getByLabel('Contraseña', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByLabel('Para confirmar, escribí CERRAR').fill('CERRAR')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('La cuenta se cerró').first()).toBeVisible()
})

async function addKey(page: Page, password: string, look?: (page: Page) => Promise<void>) {
  await page.getByRole('button', { name: 'Agregar este dispositivo' }).click()
  await page.getByLabel('Nombre de la llave').fill('Teléfono')
  await page.getByRole('textbox', { name: 'Contraseña', exact: true }).fill(password)
  await look?.(page)
  await page.setViewportSize(PHONE)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Teléfono' })).toContainText('Sin usar')
}
