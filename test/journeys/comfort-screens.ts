import type { Page } from '@playwright/test'
import { confirmedAge, expect, signIn } from './stories.ts'

type Screens = Record<string, (page: Page) => Promise<void>>

/** The customer's screens up to an order, each in its fullest state. */
export const SCREENS: Screens = {
  home: async (page) => {
    await page.goto('/')
    await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  },
  catalogue: async (page) => {
    // With ribbons on the cards; this category has none of the long names that other tests create.
    await page.goto('/productos?category=limitada')
    await expect(page.locator('.price-slot-amount').first()).toBeVisible()
  },
  offers: async (page) => {
    // The widest prices, without products of other tests.
    await page.goto('/productos?category=ofertas&search=nordlys')
    await expect(page.locator('.price-slot-original').first()).toBeVisible()
  },
  product: async (page) => {
    await page.goto('/producto/1')
    await expect(page.locator('.buy-bar-amount')).toBeVisible()
  },
  cart: async (page) => {
    await page.goto('/carrito')
    await page.getByRole('button', { name: 'Iniciar Pedido' }).click()
    await expect(page.getByRole('button', { name: 'Confirmar Pedido' })).toBeVisible()
  },
}

/** The customer's screens after an order: denser text. */
export const ACCOUNT: Screens = {
  orders: async (page) => {
    await page.goto('/mi-cuenta?section=orders')
    await page.locator('.order-card summary').first().click()
    await expect(page.locator('.order-lines').first()).toBeVisible()
  },
  claims: async (page) => {
    await page.goto('/mi-cuenta?section=warranty')
    await expect(page.locator('.claim-track').first()).toBeVisible()
  },
  data: async (page) => {
    await page.goto('/mi-cuenta?section=data')
    await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(page.getByLabel('Para confirmar, escribí CERRAR')).toBeVisible()
  },
  claim: async (page) => {
    await page.goto('/garantia')
    await expect(page.locator('.claim-card').first()).toBeVisible()
  },
}

/** Screens of the panel for products, orders and claims. */
export const PANEL: Screens = {
  products: async (page) => {
    await page.goto('/panel/productos?search=nordlys')
    await expect(page.locator('main [data-row]').first()).toBeVisible()
  },
  form: async (page) => {
    await page.goto('/panel/productos/editar/1')
    await page.getByLabel('Nombre').first().press('End')
    await page.keyboard.type(' y más')
    await expect(page.getByRole('button', { name: 'Descartar' })).toBeVisible()
  },
  claims: async (page) => {
    await page.goto('/panel/garantias')
    await expect(page.locator('.admin-claim').first()).toBeVisible()
  },
}

/** The other screens of the panel, by their address and heading. */
export const PANEL_LISTS: Screens = Object.fromEntries(
  Object.entries({
    'para-hacer': 'Para hacer',
    pedidos: 'Pedidos',
    'pedidos/nuevo': 'Nuevo pedido',
    'pedidos/imprimir?ids=1,2': 'Imprimir',
    banners: 'Banners',
    bancos: 'Bancos',
    marcas: 'Marcas',
    usuarios: 'Usuarios',
    actividad: 'Actividad',
    identidad: 'Identidad',
    ajustes: 'Ajustes',
    arrepentimientos: 'Arrepentimientos',
    solicitudes: 'Solicitudes',
    paginas: 'Páginas',
    precios: 'Precios',
    stock: 'Stock',
    lotes: 'Lotes',
    reportes: 'Reportes',
    preparacion: 'Preparación',
  }).map(([address, heading]) => [
    address,
    async (page: Page) => {
      await page.goto(`/panel/${address}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    },
  ]),
)

/** Signs in and puts products into the cart. */
export async function shopping(page: Page, who: string): Promise<void> {
  await confirmedAge(page)
  await page.goto('/login?redirect=/productos%3Fsearch%3Dcamalote')
  await signIn(page, who)
  await page.getByRole('button', { name: /^Agregar .*Camalote Auto al carrito$/ }).click()
  await expect(page.getByText('Producto añadido al carrito').first()).toBeVisible()
}
