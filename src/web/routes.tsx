import type { ComponentType } from 'react'
import { type LoaderFunction, redirect, type RouteObject } from 'react-router'
import { prime } from './data.ts'
import { ADMIN_PREFIXES, adminPaths } from './paths.ts'
import { shopSettings } from './queries.ts'
import { ErrorPage } from './storefront/error-page.tsx'
import { Layout } from './storefront/layout.tsx'

/** A page, or a frame around pages. */
interface PageModule {
  default: ComponentType
  loader?: LoaderFunction
}

/** Which file a route comes from: the server names its chunks and sheets in the head of the page. */
export interface PageHandle {
  module: string
}

/** Every screen of the site. A page is a file that is loaded when it is first needed. */
export const routes: RouteObject[] = [
  {
    id: 'site',
    loader: prime(() => [shopSettings()]),
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page('/', 'storefront/home-page.tsx', () => import('./storefront/home-page.tsx')),
          page('productos', 'storefront/catalogue-page.tsx', () => import('./storefront/catalogue-page.tsx')),
          page('merch', 'storefront/merch-page.tsx', () => import('./storefront/merch-page.tsx')),
          page('producto/:id', 'storefront/product-page.tsx', () => import('./storefront/product-page.tsx')),
          page('trofeos', 'storefront/trophies-page.tsx', () => import('./storefront/trophies-page.tsx')),
          page('carrito', 'storefront/cart-page.tsx', () => import('./storefront/cart-page.tsx')),
          page('login', 'storefront/login-page.tsx', () => import('./storefront/login-page.tsx')),
          page('mi-cuenta', 'account/account-page.tsx', () => import('./account/account-page.tsx')),
          page('panel', 'account/account-page.tsx', () => import('./account/account-page.tsx')),
          page('garantia', 'account/warranty-page.tsx', () => import('./account/warranty-page.tsx')),
          page('como-germinar', 'storefront/guide-page.tsx', () => import('./storefront/guide-page.tsx')),
          { path: 'account', loader: () => redirect('/mi-cuenta') },
          { path: 'admin', loader: () => redirect(adminPaths('/admin').products()) },
          { path: '*', loader: () => redirect('/') },
        ],
      },
    ],
  },
  {
    id: 'back-office',
    ErrorBoundary: ErrorPage,
    ...lazily('admin/admin-layout.tsx', () => import('./admin/admin-layout.tsx')),
    children: ADMIN_PREFIXES.map((prefix) => ({
      ErrorBoundary: ErrorPage,
      children: adminScreens(prefix.slice(1)),
    })),
  },
]

/** Nothing is at the prefix itself: `/panel` are the settings of the account. */
function adminScreens(at: string): RouteObject[] {
  const form = () => import('./admin/product-form-page.tsx')
  const bank = () => import('./admin/bank-form-page.tsx')
  return [
    page(`${at}/productos`, 'admin/products-page.tsx', () => import('./admin/products-page.tsx')),
    page(`${at}/productos/nuevo`, 'admin/product-form-page.tsx', form),
    page(`${at}/productos/editar/:productId`, 'admin/product-form-page.tsx', form),
    page(`${at}/pedidos`, 'admin/orders-page.tsx', () => import('./admin/orders-page.tsx')),
    page(`${at}/pedidos/:orderId`, 'admin/order-page.tsx', () => import('./admin/order-page.tsx')),
    page(`${at}/actividad`, 'admin/activity-page.tsx', () => import('./admin/activity-page.tsx')),
    page(`${at}/bancos`, 'admin/banks-page.tsx', () => import('./admin/banks-page.tsx')),
    page(`${at}/bancos/nuevo`, 'admin/bank-form-page.tsx', bank),
    page(`${at}/bancos/editar/:id`, 'admin/bank-form-page.tsx', bank),
    page(`${at}/marcas`, 'admin/brands-page.tsx', () => import('./admin/brands-page.tsx')),
    page(`${at}/garantias`, 'admin/claims-page.tsx', () => import('./admin/claims-page.tsx')),
    page(`${at}/usuarios`, 'admin/users-page.tsx', () => import('./admin/users-page.tsx')),
    page(`${at}/usuarios/:id`, 'admin/user-page.tsx', () => import('./admin/user-page.tsx')),
    page(`${at}/banners`, 'admin/banners-page.tsx', () => import('./admin/banners-page.tsx')),
    page(`${at}/ajustes`, 'admin/settings-page.tsx', () => import('./admin/settings-page.tsx')),
  ]
}

function page(path: string, file: string, load: () => Promise<PageModule>): RouteObject {
  return { path, ...lazily(file, load) }
}

function lazily(file: string, load: () => Promise<PageModule>) {
  return {
    handle: { module: `src/web/${file}` } satisfies PageHandle,
    lazy: async () => {
      const { default: Component, loader } = await load()
      return loader ? { Component, loader } : { Component }
    },
  }
}
