import type { Page } from '@playwright/test'
import { DESK, expect, test } from './stories.ts'

test.use({ viewport: DESK })

/** Presses Tab until what has the focus is called so; the focus must be visible and inside the window each time. */
async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return undefined
      const labels =
        'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : []
      const said = [
        element.getAttribute('aria-label'),
        element.textContent,
        ...labels.map((label) => label.textContent),
      ]
      const { top, bottom } = element.getBoundingClientRect()
      return { said: said.filter(Boolean).join(' '), isInside: bottom > 0 && top < window.innerHeight }
    })
    if (focused && name.test(focused.said)) {
      expect(focused.isInside, `${name} is inside the window`).toBe(true)
      return
    }
  }
  throw new Error(`Tab never came to ${name}`)
}

test('a customer buys with the keyboard alone', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, /Soy mayor de 18/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  await tabTo(page, /^CATALOGO$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Catálogo de semillas' })).toBeFocused()
  await tabTo(page, /Nombre, genotipo|Buscar/)
  await page.keyboard.type('quebracho')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=quebracho/)
  await tabTo(page, /Quebracho Viejo/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Quebracho Viejo' })).toBeFocused()

  await tabTo(page, /SEMILLAS/)
  await tabTo(page, /Agregar al carrito/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
  await tabTo(page, /Usuario o email/)
  await page.keyboard.type('tomas_quiroga')
  await tabTo(page, /Contraseña/)
  await page.keyboard.type('Semilla2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/producto\/\d+/)
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()

  await page.goto('/carrito')
  await expect(page.getByText('Quebracho Viejo').first()).toBeVisible()
  await tabTo(page, /Iniciar Pedido/)
  await page.keyboard.press('Enter')
  await tabTo(page, /Nombre/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Tomás Quiroga')
  await tabTo(page, /Teléfono/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('3415556677')
  await tabTo(page, /Acordar entrega/)
  await page.keyboard.press('Space')
  await tabTo(page, /Confirmar Pedido/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mi-cuenta\?section=orders/)
  await expect(page.getByRole('heading', { name: /Pedido #\d+ recibido/ })).toBeVisible()
})
