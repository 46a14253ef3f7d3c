import { newCustomer } from './people.ts'
import { confirmedAge, expect, expectAccessible, mailedLink, PHONE, test } from './stories.ts'

test.use({ viewport: PHONE })

test('a sign-in link that programs open first opens the session of its reader, once', async ({
  page,
  request,
  browser,
}) => {
  const { username, email } = await newCustomer(request)
  await confirmedAge(page)
  await page.goto('/login')
  await page.getByText('Otra forma de entrar').click()
  await page.getByRole('link', { name: 'Recibir un enlace para entrar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar con un enlace' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Si hay una cuenta con ese email/)).toBeVisible()

  const address = await mailedLink(email, 'entrar')
  for (let looks = 0; looks < 20; looks += 1) {
    const { pathname } = address
    const looked = looks % 2 === 0 ? await request.get(pathname) : await request.head(pathname)
    expect(looked.status()).toBe(200)
  }
  // One that runs scripts, as some scanners of mail do.
  const scanner = await browser.newContext()
  const scanned = await scanner.newPage()
  await confirmedAge(scanned)
  await scanned.goto(address.href)
  await expect(scanned.getByRole('button', { name: /^Entrar como r…/ })).toBeVisible()

  await page.goto(address.pathname + address.hash)
  const press = page.getByRole('button', { name: `Entrar como r…${username.slice(-1)}` })
  await expect(press).toBeVisible()
  await expectAccessible(page)
  await press.click()
  await expect(page).toHaveURL(/mi-cuenta/)
  await expect(page.getByText('Hola, Olivia').first()).toBeVisible()

  await scanned.getByRole('button', { name: /^Entrar como/ }).click()
  await expect(scanned.getByRole('heading', { level: 1, name: 'Enlace vencido' })).toBeFocused()
  await expect(scanned.getByText('El enlace ya se usó o venció. Podés pedir otro.')).toBeVisible()
  await expectAccessible(scanned)
  await scanned.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(scanned.getByRole('button', { name: 'Enviar enlace' })).toBeVisible()
  await scanner.close()
})
