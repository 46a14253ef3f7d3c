import {
  arriveAs,
  confirmedAge,
  DESK,
  expect,
  expectAccessible,
  mailTo,
  PHONE,
  signIn,
  test,
} from './stories.ts'

for (const [device, viewport, product, translated] of [
  ['a phone', PHONE, 'Tormenta de Agosto', false],
  ['a desk', DESK, 'Zonda Express', false],
  ['a phone that translates', PHONE, 'Zonda Express', true],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport, translated })

    test('a customer gets from the age gate to a placed order', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('dialog', { name: /mayor/i })).toBeVisible()
      await page.getByRole('button', { name: 'Soy mayor de 18' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()

      await page.goto(`/productos?search=${encodeURIComponent(product)}`)
      await expectAccessible(page)
      await page.locator('a[href^="/producto/"]').filter({ hasText: product }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible()
      await expect(page.getByText('Entrá para ver el precio').first()).toBeVisible()
      await expectAccessible(page)

      // Without an account the choice is stored, and is in the cart after signing in.
      await page.getByRole('button', { name: 'Agregar al carrito' }).click()
      await expect(
        page.getByText('Debes iniciar sesión para agregar productos al carrito').first(),
      ).toBeVisible()
      await expect(page).toHaveURL(/\/login\?redirect=/)
      await signIn(page, 'cliente')
      await expect(page).toHaveURL(/\/producto\/\d+/)
      await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
      await expect(page.getByText(/\$\s?\d/).first()).toBeVisible()

      await page.goto('/carrito')
      await expect(page.getByText(product).first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
      // The account's phone arrives after the form.
      await expect(page.getByLabel('Teléfono')).not.toHaveValue('')
      await page.getByLabel('Teléfono').fill('')
      await expect(page.getByRole('button', { name: 'Confirmar Pedido' })).toBeDisabled()
      await page.getByLabel('Nombre').fill('Ana Suárez')
      await page.getByLabel('Teléfono').fill('15 2345 6789')
      await expect(page.getByLabel('Acordar entrega')).toBeChecked()
      await page.getByRole('button', { name: 'Confirmar Pedido' }).click()
      await expect(page.getByText('Falta el código de área').first()).toBeVisible()
      await page.getByLabel('Teléfono').fill('+54 9 11 15 2345-6789')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Confirmar Pedido' }).click()

      await expect(page).toHaveURL(/\/mi-cuenta\?section=orders/)
      await expect(
        page
          .getByText('Orden creada exitosamente! Te enviaremos un email con los detalles y próximos pasos.')
          .first(),
      ).toBeVisible()
      const order = page
        .getByRole('listitem', { name: /Pedido #\d+/ })
        .filter({ hasText: product })
        .first()
      await expect(order).toContainText('Pendiente')
      await expectAccessible(page)

      const number = /#(\d+)/.exec((await order.textContent()) ?? '')?.[1]
      await mailTo('cliente@surbrote.example', `#${number}`)
      await page.goto('/carrito')
      await expect(page.getByText('Tu carrito está vacío')).toBeVisible()
    })
  })
}

test.describe('a returning customer on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true })

  test('buys with five activations and types nothing, from the home page to the placed order', async ({
    page,
  }) => {
    await confirmedAge(page)
    // The page counts activations and changed fields over all documents of the tab.
    await page.addInitScript(() => {
      const count = (name: string, what: string) => {
        const so = JSON.parse(sessionStorage.getItem(name) ?? '[]') as string[]
        sessionStorage.setItem(name, JSON.stringify([...so, what]))
      }
      const nameOf = ({ target }: Event) => (target instanceof Element ? target.outerHTML.slice(0, 60) : '')
      addEventListener('pointerdown', (event) => event.isTrusted && count('pressed', nameOf(event)), true)
      addEventListener(
        'input',
        (event) => {
          if (event instanceof InputEvent && event.isTrusted) count('typed', (event.target as HTMLElement).id)
        },
        true,
      )
    })
    const counted = async (name: string) =>
      JSON.parse((await page.evaluate((key) => sessionStorage.getItem(key), name)) ?? '[]') as string[]

    await arriveAs(page, 'bruno_paz', '/')
    await expect(page.locator('.price-slot-amount').first()).toBeVisible()
    await page.evaluate(() => {
      sessionStorage.removeItem('pressed')
      sessionStorage.removeItem('typed')
    })
    await page.goto('/')

    await page
      .getByRole('button', { name: /^Agregar .* al carrito$/ })
      .first()
      .tap()
    await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
    await page.getByRole('link', { name: /^Carrito/ }).tap()
    await page.getByRole('button', { name: 'Iniciar Pedido' }).tap()
    await expect(page.getByLabel('Nombre')).toHaveValue('Bruno Paz')
    await expect(page.getByLabel('Teléfono')).toHaveValue('3514567890')
    await page.getByText('Acordar entrega').tap()
    await page.getByRole('button', { name: 'Confirmar Pedido' }).tap()
    await expect(page.getByRole('heading', { name: /Pedido #\d+ recibido/ })).toBeVisible()

    expect(await counted('pressed')).toHaveLength(5)
    expect(await counted('typed')).toEqual([])
  })
})

test.describe('a card whose cheapest presentation is another one', () => {
  test.use({ viewport: PHONE })

  test('shows the price of what its button adds, and the cheaper one beside it', async ({ page }) => {
    await arriveAs(page, 'cliente', '/productos?search=nordlys')
    const card = page.getByRole('article').filter({ hasText: 'Nordlys' }).first()
    await expect(card.locator('.price-slot-amount')).toHaveText(/^\$\s31\.000$/)
    await expect(card.getByText(/^X5 a \$\s29\.100$/)).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Agregar X3 de Nordlys al carrito' }).click()
    await expect(page.getByRole('link', { name: 'Carrito, 1 unidad' })).toBeVisible()
    await page.goto('/carrito')
    await expect(page.locator('.cart-summary-total')).toContainText('31.000')
  })
})
