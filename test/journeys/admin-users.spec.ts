import type { Page } from '@playwright/test'
import { type Person, hasOrder, newCustomer } from './people.ts'
import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  forgive,
  mailedCode,
  PHONE,
  signIn,
  test,
} from './stories.ts'

const ADMIN = 'admin'

async function asAdmin(page: Page, target: string): Promise<void> {
  await arriveAs(page, ADMIN, target)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL((url) => `${url.pathname}${url.search}` === target)
}

function cardOf(page: Page, person: Pick<Person, 'username'>) {
  return page.getByRole('listitem').filter({ hasText: `@${person.username}` })
}

test('a user created without a verified e-mail verifies it with the mailed code and signs in', async ({
  page,
  browser,
}) => {
  const username = `creada_${Date.now().toString(36)}`
  const email = `${username.replace('_', '.')}@correo.example`
  await page.setViewportSize(DESK)
  await asAdmin(page, '/panel/usuarios')
  const first = page.locator('main .user-card').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThanOrEqual(260)
  await page.getByRole('button', { name: 'Crear Usuario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear Usuario' })
  for (const size of [{ width: 1280, height: 720 }, { width: 360, height: 640 }, DESK]) {
    await page.setViewportSize(size)
    await expect(dialog.getByRole('button', { name: 'Crear Usuario' })).toBeInViewport({ ratio: 1 })
  }
  await dialog.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(dialog.getByText('Hay un problema')).toBeVisible()
  await expect(dialog.getByText('El usuario es requerido').last()).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await test.step('typing after a failed attempt raises no further error', async () => {
    await expect(dialog.getByRole('alert')).toBeFocused()
    const name = dialog.getByLabel('Nombre de usuario')
    await name.focus()
    await page.keyboard.type('abc')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('abc')
  })

  await dialog.getByLabel('Nombre', { exact: true }).fill('Greta')
  await dialog.getByLabel('Apellido').fill('Recorrido')
  await dialog.getByLabel('Nombre de usuario').fill('cliente')
  await dialog.getByLabel('Email').first().fill(email)
  await dialog.getByLabel('Contraseña', { exact: true }).fill('Brote2026')
  await dialog.getByLabel('Confirmar contraseña').fill('Brote2027')
  await expect(dialog.getByText('Las contraseñas no coinciden').first()).toBeVisible()
  await dialog.getByLabel('Confirmar contraseña').fill('Brote2026')
  await dialog.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(dialog.getByText('Errores de validación')).toBeVisible()
  await expect(dialog.locator('.field-error')).toHaveText('Ya existe una cuenta con ese nombre de usuario')
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'dialog[open]')

  await dialog.getByLabel('Qué hace en la tienda').selectOption({ label: 'Ventas' })
  await expect(dialog.getByText('Atiende pedidos, pagos, reclamos').first()).toBeVisible()
  await dialog.getByLabel('Qué hace en la tienda').selectOption({ label: 'Cliente' })
  await dialog.getByLabel('Nombre de usuario').fill(username)
  await dialog.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Usuario creado correctamente').first()).toBeVisible()
  await expect(cardOf(page, { username })).toContainText('Email sin verificar')
  await page.setViewportSize(DESK)
  const notice = page.getByRole('button', { name: 'Cerrar aviso' })
  await expect(notice).toBeVisible()
  await page.getByLabel('Nombre, apellido o usuario').fill(username)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/username=/)
  await expect(notice).toBeHidden()
  await test.step('the table has the same rows and keys, and is shown again after a reload', async () => {
    await page.getByRole('button', { name: 'Tabla' }).click()
    const row = page.getByRole('row').filter({ hasText: `@${username}` })
    await expect(row).toContainText('Email sin verificar')
    await expectAccessible(page, 'main')
    const frame = page.locator('.admin-table-frame')
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await page.reload()
    await expect(row).toBeVisible()
    await page.keyboard.press('j')
    await expect(row).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: /^¿?Eliminar/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tarjetas' }).click()
  })

  const context = await browser.newContext({ viewport: PHONE })
  const visitor = await context.newPage()
  await confirmedAge(visitor)
  await visitor.goto('/login')
  await signIn(visitor, username, 'Brote2026')
  const code = visitor.getByLabel(/código/i)
  await expect(code).toBeVisible()
  const digits = await mailedCode(email)
  await code.fill(digits)
  await visitor.getByRole('button', { name: /confirmar|verificar/i }).click()
  await visitor.getByLabel('Contraseña', { exact: true }).fill('Brote2026')
  await visitor.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(visitor).toHaveURL(/\/mi-cuenta/)
  await context.close()
})

test('a deactivated user is signed out at once', async ({ page, browser, request }) => {
  const person = await newCustomer(request, 'Nora')
  const context = await browser.newContext({ viewport: PHONE })
  const customer = await context.newPage()
  await arriveAs(customer, person, '/mi-cuenta')
  await expect(customer).toHaveURL(/\/mi-cuenta/)

  await page.setViewportSize(DESK)
  await asAdmin(page, `/admin/usuarios?email=${encodeURIComponent(person.email)}`)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByText('1-1 de 1 usuario').first()).toBeVisible()
  await page.getByRole('button', { name: `Activo: desactivar a ${person.username}` }).click()
  await expect(page.getByText(`Usuario ${person.username} desactivado correctamente`)).toBeVisible()
  await expect(cardOf(page, person).getByRole('button', { name: /^Inactivo/ })).toBeVisible()

  await customer.goto('/mi-cuenta?section=orders')
  await expect(customer).toHaveURL(/\/login\?redirect=/)
  await signIn(customer, person.username, person.password)
  await expect(customer.getByRole('alert').first()).toBeVisible()
  await expect(customer).toHaveURL(/\/login/)
  await context.close()
})

test('user filters are kept in the address, a user is shown with their orders and deleted after confirmation', async ({
  page,
  request,
}) => {
  // More than one page: the demo has seven accounts.
  for (let one = 0; one < 6; one++) await newCustomer(request, 'Vecina', { isVerified: false })
  const person = await newCustomer(request, 'Delfina')
  const order = await hasOrder(request, person, ['Zonda Express'])
  await page.setViewportSize(DESK)
  await asAdmin(page, '/panel/usuarios')
  await expect(page.getByText(/^1-12 de \d+ usuarios$/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Página siguiente' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(page.getByText(/^13-\d+ de \d+ usuarios$/).first()).toBeVisible()

  await page.getByLabel('Nombre, apellido o usuario').fill(`  ${ADMIN} `)
  await page.getByLabel('Nombre, apellido o usuario').press('Enter')
  await expect(page).toHaveURL(/\/panel\/usuarios\?username=admin$/)
  const own = cardOf(page, { username: ADMIN })
  await expect(own.getByText('Admin · Dueño')).toBeVisible()
  await expect(own.getByText('No puedes modificar tu propia cuenta')).toBeVisible()
  for (const button of await own.getByRole('button').all()) await expect(button).toBeDisabled()
  await page.getByLabel('Nombre, apellido o usuario').fill('nadie_se_llama_asi')
  await page.getByRole('button', { name: 'Aplicar filtros' }).click()
  await expect(page.getByText('No se encontraron usuarios', { exact: true })).toBeVisible()
  await expect(page.getByText('No se encontraron usuarios con los filtros aplicados')).toBeVisible()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page).toHaveURL(/\/panel\/usuarios$/)
  await expect(page.getByText('Usuarios actualizados y filtros limpiados')).toBeVisible()
  await expect(page.getByLabel('Nombre, apellido o usuario')).toHaveValue('')
  // Also what was typed and not applied.
  await page.getByLabel('Nombre, apellido o usuario').fill('a medio escribir')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByLabel('Nombre, apellido o usuario')).toHaveValue('')

  await page.goto(`/panel/usuarios/por-email?email=${encodeURIComponent(person.email)}`)
  await expect(page).toHaveURL(/\/panel\/usuarios\/\d+$/)
  await expect(page.getByRole('link', { name: `Pedido #${order}` })).toBeVisible()
  await expect(page.getByText('Pendiente').first()).toBeVisible()
  await page.setViewportSize(PHONE)

  await page.getByRole('button', { name: /^Eliminar/ }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Eliminar', exact: true })
  await expect(confirm).toBeDisabled()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('textbox').fill(person.username)
  await confirm.click()
  await expect(page.getByText(`Usuario ${person.username} eliminado correctamente`)).toBeVisible()
  await expect(page).toHaveURL(/\/panel\/usuarios$/)
  await expect(page.getByRole('heading', { name: 'Gestión de Usuarios' })).toBeVisible()
  await expect(page.locator('.user-card').first()).toBeVisible()
})

test('long after the sign-in, removing a user needs the password', async ({ page, request, complaints }) => {
  const person = await newCustomer(request, 'Pía')
  await page.setViewportSize(DESK)
  await asAdmin(page, `/panel/usuarios?username=${person.username}`)
  // As the server answers ten minutes after a sign-in, until the person proves who they are.
  let isProved = false
  await page.route('**/api/auth/users/*/', (route) =>
    isProved || route.request().method() !== 'DELETE'
      ? route.fallback()
      : route.fulfill({
          status: 403,
          json: {
            error: 'No se hizo: falta confirmar que sos vos.',
            code: 'PROOF_REQUIRED',
            errors: { password: ['La contraseña es requerida'] },
          },
        }),
  )
  page.on('response', (response) => {
    if (response.url().endsWith('/auth/prove/')) isProved = response.status() === 204
  })
  await cardOf(page, person)
    .getByRole('button', { name: /^Eliminar/ })
    .click()
  const deleting = page.getByRole('dialog', { name: `Eliminar a ${person.username}` })
  await deleting.getByRole('textbox').fill(person.username)
  const confirm = deleting.getByRole('button', { name: 'Eliminar', exact: true })
  await confirm.click()
  const proof = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await expect(proof.getByLabel('Tu contraseña')).toBeFocused()
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await expectAccessible(page, 'dialog[open]')
  }
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
  await expect(deleting.getByText('No se hizo: falta confirmar que sos vos.')).toBeVisible()

  await confirm.click()
  await proof.getByLabel('Tu contraseña').fill('otra-clave')
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await expect(proof.getByText('La contraseña actual no es correcta').first()).toBeVisible()
  await proof.getByLabel('Tu contraseña').fill('Semilla2026')
  await page.keyboard.press('Enter')
  await expect(deleting).toBeHidden()
  await expect(page.getByText('No se encontraron usuarios', { exact: true })).toBeVisible()
  forgive(complaints, /403|400/)
})

test('an unknown user redirects to the list unless the admin chooses to stay', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await asAdmin(page, '/panel/usuarios/nadie')
  await expect(page.getByText('No se proporcionó un ID de usuario válido').first()).toBeVisible()
  await expect(page).toHaveURL(/\/panel\/usuarios$/)

  await page.goto('/admin/usuarios/x?email=nadie@correo.example')
  await expect(page.getByText('No se encontró un usuario con ese email').first()).toBeVisible()
  await page.getByRole('button', { name: 'Quedarme aquí' }).click()
  await expectAccessible(page, 'main')
  await page.waitForTimeout(2500)
  await expect(page).toHaveURL(/\/admin\/usuarios\/x\?email=/)
})

test('shop settings are saved, show errors under their fields, and leaving unsaved asks for confirmation', async ({
  page,
}) => {
  await page.setViewportSize(DESK)
  await asAdmin(page, '/panel/ajustes')
  await expect(page.getByText('Sin cambios')).toBeVisible()
  const facebook = page.getByLabel(/^Facebook/)
  await facebook.fill('http://facebook.example/x')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('La dirección de Facebook debe empezar con https://')).toHaveCount(2)
  await page.setViewportSize(PHONE)
  await expectAccessible(page, 'main')

  await facebook.fill('')
  const credit = page.getByLabel(/^Texto/)
  const before = await credit.inputValue()
  await credit.fill('Hecho en casa')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Ajustes guardados').first()).toBeVisible()
  await page.reload()
  await expect(credit).toHaveValue('Hecho en casa')
  await credit.fill(before)
  await page.setViewportSize(DESK)
  await page.getByRole('link', { name: /Usuarios/ }).click()
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Ajustes guardados').first()).toBeVisible()
})
