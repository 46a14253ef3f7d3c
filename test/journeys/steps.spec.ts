import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { setUp, SETTINGS } from './factor-steps.ts'
import { asAdmin, newAdmin, newCustomer, type Person } from './people.ts'
import { photo } from './photos.ts'
import { publishTerms } from './screens-filled.ts'
import { appCode } from '../support/people/second-factor.ts'
import { arriveAs, confirmedAge, expect, linkIn, mailedCode, mailedLink, signIn, test } from './stories.ts'

/** A step that takes the place of another one starts at its heading: in view, below the header, with the focus. */
const NORMAL = 16
const LARGE = 24
/** The longest flows in both sizes; those of visitors, who may read another language, translated too. */
const BOTH = [
  { look: 'in large letters', letters: LARGE, translated: false },
  { look: 'translated', letters: NORMAL, translated: true },
]
const ALL = [{ look: 'in letters of normal size', letters: NORMAL, translated: false }, ...BOTH]

test.use({ viewport: { width: 360, height: 640 } })

test.beforeEach(async ({ page }) => {
  await confirmedAge(page)
  await lettersOf(page, LARGE)
})

test.beforeAll(({ request }) => publishTerms(request))

async function lettersOf(page: Page, size: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

async function startsAt(step: Locator): Promise<void> {
  await expect(step).toBeFocused()
  await expect.poll(() => step.evaluate(outOfView), 'where its heading is').toBe('')
}

/** Runs in the page. */
function outOfView(element: Element): string {
  const { top, bottom } = element.getBoundingClientRect()
  const bar = element.closest('dialog') ? null : document.querySelector('.site-header, .admin-top')
  const start = Math.max(bar?.getBoundingClientRect().bottom ?? 0, 0)
  const end = window.innerHeight
  return top >= start - 1 && bottom <= end + 1 ? '' : JSON.stringify({ top, bottom, start, end })
}

/** Nothing is wider than its box. */
async function isWhole(box: Locator): Promise<void> {
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'cut off').toBe(0)
}

let made = 0
/** One of 44 letters, which no line of a phone holds. */
const longEmail = () => `${`p${Date.now().toString(36)}${(made += 1)}`.padEnd(29, 'x')}@correo.example`

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/registro')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Nombre').fill('Irupé')
  await page.getByLabel('Apellido').fill('Sosa')
  await page.getByLabel('Declaro que soy mayor de 18 años').check()
  await page.getByLabel('Acepto los términos').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

async function createAccount(page: Page): Promise<void> {
  await page.getByLabel('Contraseña', { exact: true }).fill('Cosecha-2027')
  await page.getByLabel('Confirmar contraseña').fill('Cosecha-2027')
  await page.getByLabel('Declaro que soy mayor de 18 años').check()
  await page.getByLabel('Acepto los términos').check()
  await page.getByRole('button', { name: 'Crear la cuenta' }).click()
}

async function invitation(request: APIRequestContext, email: string): Promise<string> {
  return asAdmin(request, async (headers) => {
    const answer = await request.post('/api/auth/invitations/', { headers, data: { email, label: '' } })
    expect(answer.status(), await answer.text()).toBe(201)
    return linkIn(((await answer.json()) as { address: string }).address, 'invitacion').hash
  })
}

async function newUnverified(request: APIRequestContext): Promise<Person> {
  return newCustomer(request, 'Olivia', { email: longEmail(), isVerified: false })
}

for (const { look, letters, translated } of ALL)
  test.describe(look, () => {
    test.use({ translated })
    test.beforeEach(({ page }) => lettersOf(page, letters))

    test('asking for access: to the code, back, and on', async ({ page }) => {
      const email = longEmail()
      await ask(page, email)
      await startsAt(heading(page, 'Confirmar el email'))
      await isWhole(page.locator('.login-card'))
      await page.getByRole('button', { name: 'Cambiar los datos' }).click()
      await startsAt(heading(page, 'Pedir acceso'))
      // Another address: the second mail to the first one may still be on its way.
      const other = longEmail()
      await page.getByLabel('Email').fill(other)
      await page.getByRole('button', { name: 'Continuar' }).click()
      await startsAt(heading(page, 'Confirmar el email'))
      await page.getByLabel('Código de verificación').fill(await mailedCode(other))
      await page.keyboard.press('Enter')
      await startsAt(heading(page, 'Pedido recibido'))
    })
  })

test('an invitation, and its account', async ({ page, request }) => {
  await page.goto(`/invitacion${await invitation(request, longEmail())}`)
  await page.getByLabel('Nombre').fill('Juan')
  await page.getByLabel('Apellido').fill('Paz')
  await page.getByLabel('Usuario').fill(`juan_${Date.now().toString(36)}`)
  await isWhole(page.locator('.login-card'))
  await createAccount(page)
  await startsAt(heading(page, 'Tu cuenta está lista'))
  await page.goto('/')
  await page.goto('/invitacion#t=usada')
  await startsAt(heading(page, 'Invitación vencida'))
})

for (const { look, letters, translated } of BOTH)
  test.describe(look, () => {
    test.use({ translated })
    test.beforeEach(({ page }) => lettersOf(page, letters))

    test('a forgotten password', async ({ page, request }) => {
      const { email } = await newCustomer(request)
      // With a second factor, for example, the session is not opened at once.
      await page.route('**/api/auth/login/', (route) =>
        route.fulfill({ status: 403, json: { error: 'Falta el código', code: 'SECOND_FACTOR_REQUIRED' } }),
      )
      await page.goto('/recuperar')
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Enviar enlace' }).click()
      const { pathname, hash } = await mailedLink(email, 'recuperar')
      await page.goto('/')
      await page.goto(pathname + hash)
      await page.getByLabel('Contraseña nueva').fill('Cosecha-2027')
      await page.getByLabel('Confirmar contraseña').fill('Cosecha-2027')
      await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
      await startsAt(heading(page, 'Contraseña cambiada'))
    })
  })

test('signing in before the e-mail is verified', async ({ page, request }) => {
  const { username, email, password } = await newUnverified(request)
  await page.goto('/login')
  await signIn(page, username, password)
  await startsAt(heading(page, 'Verificar email'))
  await isWhole(page.locator('.login-card'))
  await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
  await startsAt(heading(page, 'Iniciar sesión'))
  await signIn(page, username, password)
  await startsAt(heading(page, 'Verificar email'))
  await page.getByLabel('Código de verificación').fill(await mailedCode(email))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await startsAt(heading(page, 'Iniciar sesión'))
})

test('a second factor, set up and asked for', async ({ page }) => {
  const person = await newAdmin()
  await arriveAs(page, person, SETTINGS)
  const { key } = await setUp(page, person.password, () => startsAt(page.locator('dialog h3')))
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await signIn(page, person.username, person.password)
  await startsAt(heading(page, 'Verificación en dos pasos'))
  await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
  await startsAt(heading(page, 'Iniciar sesión'))
  await signIn(page, person.username, person.password)
  // The next one, as the set-up has used up that of this half minute.
  await page.getByLabel('Código de verificación').fill(appCode(key, 1))
  await page.getByRole('button', { name: 'Entrar' }).click()
  await startsAt(heading(page, 'Productos'))
})

for (const { look, letters, translated } of BOTH)
  test.describe(look, () => {
    test.use({ translated })
    test.beforeEach(({ page }) => lettersOf(page, letters))

    test('withdrawing from a purchase', async ({ page }) => {
      await page.goto('/arrepentimiento')
      await page.getByLabel('Nombre y apellido').fill('Ana Suárez')
      await page.getByLabel('Número de pedido').fill('12')
      await page.getByLabel('Email').fill(longEmail())
      await page.getByRole('button', { name: 'Enviar la solicitud' }).click()
      await startsAt(heading(page, /^Registramos la solicitud/))
    })
  })

for (const { look, letters, translated } of ALL)
  test.describe(look, () => {
    test.use({ translated })
    test.beforeEach(({ page }) => lettersOf(page, letters))

    test('a claim, forward and back', async ({ page }) => {
      await page.goto('/garantia')
      await page.getByLabel('Nombre').fill('Hernán Acosta')
      await page.getByLabel('Email').fill(longEmail())
      await page.getByLabel('Fecha de compra').fill('2026-01-05')
      const next = page.getByRole('button', { name: 'Siguiente' })
      await next.click()
      await startsAt(heading(page, '¿Qué producto no germinó?'))
      await page.getByLabel('Nombre del producto').fill('Lapacho Rosa X3')
      await next.click()
      await startsAt(heading(page, '¿Qué pasó con las semillas?'))
      await page.getByRole('button', { name: 'Anterior' }).click()
      await startsAt(heading(page, '¿Qué producto no germinó?'))
      await page.goBack()
      await startsAt(heading(page, '¿De qué compra es el reclamo?'))
      await next.click()
      await next.click()
      await page.getByLabel('Descripción').fill('Ninguna abrió.')
      await page.getByLabel('Fecha de germinación').fill('2026-01-20')
      await page.getByLabel('Elegir foto Resultado').setInputFiles(await photo('#875'))
      await page.getByRole('button', { name: 'Enviar solicitud' }).click()
      await startsAt(heading(page, 'Solicitud enviada con éxito'))
    })
  })

test('an order', async ({ page, request }) => {
  const person = await newCustomer(request)
  await arriveAs(page, person, '/productos?search=Zonda%20Express')
  await page.getByRole('article').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Agregar al carrito' }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await page.goto('/carrito')
  await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
  await startsAt(heading(page, 'Datos para la entrega'))
  await page.getByLabel('Nombre').fill('Ana Suárez')
  await page.getByLabel('Teléfono').fill('11 2345 6789')
  await page.getByLabel('Acordar entrega').check()
  await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
  await expect(page).toHaveURL(/section=orders/)
  await startsAt(heading(page, 'Mis pedidos'))
})

test('another e-mail address', async ({ page, request }) => {
  const person = await newCustomer(request)
  await arriveAs(page, person, SETTINGS)
  const email = longEmail()
  await page.getByRole('button', { name: 'Cambiar email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar email' })
  await dialog.getByLabel('Contraseña actual', { exact: true }).fill(person.password)
  await dialog.getByLabel('Email nuevo').fill(email)
  await dialog.getByRole('button', { name: 'Enviar código' }).click()
  await startsAt(heading(page, 'Confirmar el email nuevo'))
  await isWhole(dialog)
  await dialog.getByLabel('Código de verificación').fill(await mailedCode(email))
  await page.keyboard.press('Enter')
  await startsAt(heading(page, 'Email actualizado correctamente'))
  await isWhole(dialog)
})

test('an invitation of the panel', async ({ page }) => {
  await arriveAs(page, 'admin', '/admin/solicitudes')
  await page.getByRole('button', { name: 'Invitar', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(longEmail())
  await page.getByRole('button', { name: 'Crear invitación' }).click()
  await startsAt(heading(page, 'Invitación lista'))
})
