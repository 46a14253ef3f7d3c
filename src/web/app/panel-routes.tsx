import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { listQuery } from '../admin/kit/use-panel-list.ts'
import { ORDERS } from '../admin/orders/list/orders-list.ts'
import { placeKey } from '../browser/place-key.ts'
import { ErrorPage } from '../storefront/shell/error-page.tsx'
import { elsewhere } from './elsewhere.tsx'
import { lazily, page } from './page.ts'
import { ADMIN_PREFIXES } from './paths.ts'

export const panelFrame = lazily(() => import('../admin/shell/layout.tsx'))

/** The screens of the panel. */
export const panelScreens = ADMIN_PREFIXES.flatMap((prefix) => screensAt(prefix.slice(1)))
/** Without the frame, and not in production builds. */
export const showroom = import.meta.env.DEV
  ? [page('admin/kit', () => import('../admin/kit/showroom/kit-page.tsx'))]
  : []

/**
 * With the login of the shop: forms keep in memory what is not saved when the session ends, so the document stays until its
 * user has signed in again.
 */
export const panelRoutes: RouteObject[] = [
  {
    Component: WithPlaces,
    children: [
      {
        ...panelFrame,
        ErrorBoundary: ErrorPage,
        children: [{ ErrorBoundary: ErrorPage, children: panelScreens }],
      },
      ...showroom,
      elsewhere('*'),
    ],
  },
  {
    ...lazily(() => import('../storefront/shell/layout.tsx')),
    ErrorBoundary: ErrorPage,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [page('login', () => import('../storefront/login/login-page.tsx'))],
      },
    ],
  },
]

/** Stored when the document is left, so they must outlast the frame. */
function WithPlaces() {
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={placeKey} />
    </>
  )
}

/** Without a screen at the prefix itself: `/panel` shows the settings of the account. */
function screensAt(at: string): RouteObject[] {
  const form = () => import('../admin/products/product-form-page.tsx')
  const bank = () => import('../admin/brands/brand-form-page.tsx')
  return [
    page(`${at}/productos`, () => import('../admin/products/products-page.tsx')),
    page(`${at}/productos/nuevo`, form),
    page(`${at}/productos/editar/:productId`, form),
    page(`${at}/para-hacer`, () => import('../admin/todo/todo-page.tsx')),
    page(`${at}/mensajes`, () => import('../admin/mails/mails-page.tsx')),
    page(`${at}/pedidos`, () => import('../admin/orders/list/orders-page.tsx'), firstOrders),
    page(`${at}/pedidos/imprimir`, () => import('../admin/orders/print/print-page.tsx')),
    page(`${at}/pedidos/nuevo`, () => import('../admin/orders/new/new-order-page.tsx')),
    page(`${at}/pedidos/:orderId`, () => import('../admin/orders/page/order-page.tsx')),
    page(`${at}/actividad`, () => import('../admin/activity/activity-page.tsx')),
    page(`${at}/bancos`, () => import('../admin/brands/banks-page.tsx')),
    page(`${at}/bancos/nuevo`, bank),
    page(`${at}/bancos/editar/:id`, bank),
    page(`${at}/marcas`, () => import('../admin/brands/brands-page.tsx')),
    page(`${at}/garantias`, () => import('../admin/claims/claims-page.tsx')),
    page(`${at}/arrepentimientos`, () => import('../admin/regrets/regrets-page.tsx')),
    page(`${at}/paginas`, () => import('../admin/pages/pages-page.tsx')),
    page(`${at}/solicitudes`, () => import('../admin/access/access-requests-page.tsx')),
    page(`${at}/precios`, () => import('../admin/prices/prices-page.tsx')),
    page(`${at}/stock`, () => import('../admin/stock/stock-page.tsx')),
    page(`${at}/stock/recuento`, () => import('../admin/stock/count/count-page.tsx')),
    page(`${at}/lotes`, () => import('../admin/lots/lots-page.tsx')),
    page(`${at}/lotes/:id`, () => import('../admin/lots/lot-page.tsx')),
    page(`${at}/reportes`, () => import('../admin/reports/reports-page.tsx')),
    page(`${at}/preparacion`, () => import('../admin/packing/packing-page.tsx')),
    page(`${at}/preparacion/imprimir`, () => import('../admin/packing/packing-print-page.tsx')),
    page(`${at}/usuarios`, () => import('../admin/users/users-page.tsx')),
    page(`${at}/usuarios/:id`, () => import('../admin/users/user-page.tsx')),
    page(`${at}/banners`, () => import('../admin/banners/banners-page.tsx')),
    page(`${at}/identidad`, () => import('../admin/identity/identity-page.tsx')),
    page(`${at}/ajustes`, () => import('../admin/settings/settings-page.tsx')),
  ]
}

/** The list of orders, fetched while the screen loads. */
function firstOrders({ search }: Pick<Location, 'search'>) {
  return listQuery(ORDERS, ORDERS.address.read(new URLSearchParams(search)))
}
