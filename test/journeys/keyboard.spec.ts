import type { Page } from '@playwright/test'
import { arriveAs, DESK, expect, test } from './stories.ts'

test.use({ viewport: DESK })

/** Limit of key presses for a purchase by a returning customer. */
const MOST_PRESSES = 60

interface Keys {
  press: (key: string) => Promise<void>
  /** Presses Tab until the focused element has this name; every stop on the way must show its focus. */
  tabTo: (name: RegExp, key?: 'Tab' | 'Shift+Tab') => Promise<void>
  presses: () => number
}

/** Counts key presses. */
function keysOf(page: Page): Keys {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const tabTo = async (name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    for (let stops = 0; stops < MOST_PRESSES; stops++) {
      await press(key)
      const { said } = await page.evaluate(lookAtFocus)
      // A toast may cover the element until it disappears.
      await expect
        .poll(async () => (await page.evaluate(lookAtFocus)).fault, {
          message: `the focus on ${said}`,
          timeout: 5_000,
        })
        .toBe('')
      if (name.test(said)) return
    }
    throw new Error(`Tab never came to ${name}`)
  }
  return { press, tabTo, presses: () => presses }
}

/** The name of the focused element, and what is wrong with its focus indicator. Runs in the page. */
function lookAtFocus(): { said: string; fault: string } {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { said: '', fault: '' }
  const labels =
    'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
  const said = [
    element.getAttribute('aria-label'),
    element.textContent,
    ...labels.map((one) => one.textContent),
  ]
    .filter(Boolean)
    .join(' ')
  // A control inside a card shows its focus on the card, a search field on its row.
  const row = element.closest('form')
  const shown = [element, ...labels, ...(row ? [row] : [])]
  const isOutlined = shown.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  })
  const isSeen = [element, ...labels].some((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part)
      return hit !== null && (one.contains(hit) || hit.contains(one))
    })
  })
  return { said, fault: isOutlined ? (isSeen ? '' : 'is covered or outside the window') : 'has no outline' }
}

test('a customer buys with the keyboard only', async ({ page }) => {
  const { press, tabTo } = keysOf(page)
  await page.goto('/')
  await tabTo(/Soy mayor de 18/)
  await press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  // The focus is where the page begins, after the header.
  await tabTo(/^CATALOGO$/, 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Catálogo de semillas' })).toBeFocused()
  await tabTo(/Nombre, genotipo|Buscar/)
  await page.keyboard.type('quebracho')
  await press('Enter')
  await expect(page).toHaveURL(/search=quebracho/)
  await tabTo(/Quebracho Viejo/)
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quebracho Viejo' })).toBeFocused()

  await tabTo(/SEMILLAS/)
  await tabTo(/Agregar al carrito/)
  await press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeFocused()
  await tabTo(/Usuario o email/)
  await page.keyboard.type('tomas_quiroga')
  await tabTo(/Contraseña/)
  await page.keyboard.type('Semilla2026')
  await press('Enter')
  await expect(page).toHaveURL(/\/producto\/\d+/)
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()

  await page.goto('/carrito')
  await expect(page.getByText('Quebracho Viejo').first()).toBeVisible()
  await tabTo(/Iniciar Pedido/)
  await press('Enter')
  await tabTo(/Nombre/)
  await press('Control+A')
  await page.keyboard.type('Tomás Quiroga')
  await tabTo(/Teléfono/)
  await press('Control+A')
  await page.keyboard.type('3415556677')
  await tabTo(/Acordar entrega/)
  await press('Space')
  await tabTo(/Confirmar Pedido/)
  await press('Enter')
  await expect(page).toHaveURL(/\/mi-cuenta\?section=orders/)
  await expect(page.getByRole('heading', { name: /Pedido #\d+ recibido/ })).toBeVisible()
})

test(`a returning customer buys from the home page with ${MOST_PRESSES} key presses at most`, async ({
  page,
}) => {
  await arriveAs(page, 'mica_sosa', '/')
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  await page.goto('/')
  await expect(page.locator('.price-slot-amount').first()).toBeVisible()

  const { press, tabTo, presses } = keysOf(page)
  await tabTo(/^Agregar .* al carrito/)
  await press('Enter')
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
  await tabTo(/^Carrito/, 'Shift+Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Carrito/ })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Iniciar Pedido' })).toBeVisible()
  await tabTo(/Iniciar Pedido/)
  await press('Enter')
  await expect(page.getByLabel('Teléfono')).not.toHaveValue('')
  await tabTo(/Acordar entrega/)
  await press('Space')
  await tabTo(/Confirmar Pedido/)
  await press('Enter')
  await expect(page.getByRole('heading', { name: /Pedido #\d+ recibido/ })).toBeVisible()
  test.info().annotations.push({ type: 'presses', description: String(presses()) })
  expect(presses()).toBeLessThanOrEqual(MOST_PRESSES)
})
