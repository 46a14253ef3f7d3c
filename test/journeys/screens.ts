import type { Page } from '@playwright/test'

/** The viewer of a screen: a visitor, a customer of the demo with orders and claims, its owner. */
export const SEEN_BY = { visitor: undefined, customer: 'tomas_quiroga', admin: 'admin' } as const
export type Viewer = keyof typeof SEEN_BY

export interface Screen {
  /** In the demo shop, and in a new one with a product, a bank and an order. */
  address: string
  by: Viewer[]
  /** Brings it into its fullest state. */
  open?: (page: Page) => Promise<void>
}

const EVERYBODY: Viewer[] = ['visitor', 'customer', 'admin']
const SHOPPERS: Viewer[] = ['visitor', 'customer']

/** Every screen of the site: `paths.test.ts` compares them with the routes. */
export const SCREENS: Screen[] = [
  { address: '/', by: EVERYBODY },
  { address: '/productos', by: EVERYBODY },
  { address: '/productos?category=ofertas', by: SHOPPERS },
  { address: '/productos?search=zzzz', by: ['visitor'] },
  { address: '/merch', by: SHOPPERS },
  { address: '/producto/1', by: EVERYBODY },
  // With ancestors that are sold, too.
  { address: '/producto/3', by: ['visitor'] },
  { address: '/producto/999999', by: ['visitor'] },
  { address: '/trofeos', by: ['visitor'] },
  { address: '/carrito', by: ['visitor'] },
  { address: '/carrito', by: ['customer'], open: press('Iniciar Pedido') },
  { address: '/login', by: ['visitor'] },
  { address: '/registro', by: ['visitor'] },
  { address: '/invitacion', by: ['visitor'] },
  { address: '/recuperar', by: ['visitor'] },
  { address: '/entrar', by: ['visitor'] },
  { address: '/recuperar#t=usado', by: ['visitor'] },
  { address: '/entrar#t=usado', by: ['visitor'] },
  { address: '/garantia', by: SHOPPERS },
  { address: '/como-germinar', by: ['visitor'], open: press('Entendido, continuar') },
  { address: '/arrepentimiento', by: SHOPPERS },
  { address: '/legales/cookies', by: ['visitor'] },
  { address: '/legales/terminos', by: ['visitor'] },
  { address: '/lote/PV-24B', by: ['visitor'] },
  { address: '/lotes', by: ['visitor'] },
  { address: '/como-contamos', by: ['visitor'] },
  { address: '/elegir', by: ['visitor'] },
  { address: '/elegir?place=interior&zone=patagonia&skill=primera&goal=rapida', by: ['visitor'] },
  { address: '/comparar', by: ['visitor'] },
  { address: '/comparar?ids=1,2,3,4', by: SHOPPERS },
  { address: '/favoritos', by: SHOPPERS },
  { address: '/favoritos?ids=1,2', by: ['visitor'] },
  { address: '/sin-conexion', by: ['visitor'] },
  { address: '/panel', by: ['customer', 'admin'] },
  { address: '/mi-cuenta?section=data', by: ['customer'], open: press('Cerrar mi cuenta') },
  {
    address: '/mi-cuenta?section=orders',
    by: ['customer'],
    open: (page) => page.locator('.order-card summary').first().click(),
  },
  { address: '/mi-cuenta?section=warranty', by: ['customer'] },
  { address: '/mi-cuenta?section=banners', by: ['admin'] },
  { address: '/panel/productos?search=puna', by: ['admin'], open: press('Planilla') },
  ...[
    'productos',
    'productos/nuevo',
    'productos/editar/1',
    'para-hacer',
    'pedidos',
    'pedidos/1',
    'pedidos/nuevo',
    'pedidos/imprimir?ids=1',
    'pedidos/imprimir?ids=1&doc=nota&precios=1',
    'preparacion',
    'preparacion/imprimir',
    'garantias',
    'arrepentimientos',
    'solicitudes',
    'stock',
    'stock/recuento',
    'lotes',
    'lotes/1',
    'lotes/1?ver=etiquetas',
    'reportes',
    'precios',
    'precios?ver=planilla',
    'banners',
    'bancos',
    'bancos/nuevo',
    'bancos/editar/1',
    'marcas',
    'usuarios',
    'usuarios/1',
    'actividad',
    'paginas',
    'identidad',
    'ajustes',
    'ajustes?mensaje=nuevo',
    'mensajes',
  ].map((screen): Screen => ({ address: `/panel/${screen}`, by: ['admin'] })),
]

export function screensOf(viewer: Viewer): Screen[] {
  return SCREENS.filter(({ by }) => by.includes(viewer))
}

function press(name: string) {
  return (page: Page) => page.getByRole('button', { name }).first().click()
}
