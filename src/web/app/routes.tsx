import type { ComponentType } from 'react'
import { type LoaderFunction, redirect, type RouteObject } from 'react-router'
import { type AnyQuery, prime } from '../data/prime.ts'
import { ADMIN_PREFIXES, paths } from './paths.ts'
import { shopSettings } from '../data/queries.ts'
import { ErrorPage } from '../storefront/shell/error-page.tsx'
import { Layout } from '../storefront/shell/layout.tsx'

/** A page, or a frame around pages. */
interface PageModule {
  default: ComponentType
  loader?: LoaderFunction
  first?: FirstQuery
}

/**
 * What a page of the panel shows first. The browser asks for its `meta.address` before the scripts have come, if the
 * right `meta.needs` is not known to be missing (`ask-early.ts`), and has the answer when the frame is rendered.
 */
type FirstQuery = (address: Pick<Location, 'pathname' | 'search'>) => AnyQuery | undefined

/** The source file of a route, by which the server finds its chunks and sheets for the head of the page. */
export interface PageHandle {
  module: string | undefined
  /** Set when its code has loaded. */
  first?: FirstQuery | undefined
}

const accessPage = () => import('../storefront/access/access-page.tsx')
const lotPage = () => import('../storefront/lot/lot-page.tsx')
const choosePage = () => import('../storefront/choose/choose-page.tsx')
const lawPage = () => import('../storefront/law/law-page.tsx')

/** Every screen of the site. The code of a page is loaded when it is first visited. */
export const routes: RouteObject[] = [
  {
    id: 'site',
    loader: prime(() => [shopSettings()]),
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          page('/', () => import('../storefront/home/home-page.tsx')),
          page('productos', () => import('../storefront/catalogue/catalogue-page.tsx')),
          page('merch', () => import('../storefront/catalogue/merch-page.tsx')),
          page('producto/:id', () => import('../storefront/product/product-page.tsx')),
          page('trofeos', () => import('../storefront/trophies/trophies-page.tsx')),
          page('carrito', () => import('../storefront/cart/cart-page.tsx')),
          page('login', () => import('../storefront/login/login-page.tsx')),
          page('registro', accessPage),
          page('invitacion', accessPage),
          page('recuperar', accessPage),
          page('entrar', accessPage),
          page('mi-cuenta', () => import('../account/account-page.tsx')),
          page('panel', () => import('../account/account-page.tsx')),
          page('garantia', () => import('../account/claims/warranty-page.tsx')),
          page('como-germinar', () => import('../storefront/guide/guide-page.tsx')),
          page('arrepentimiento', lawPage),
          page('legales/:slug', lawPage),
          page('elegir', choosePage),
          page('comparar', choosePage),
          page('favoritos', choosePage),
          page('lotes', lotPage),
          page('lote/:code', lotPage),
          page('como-contamos', lotPage),
          { path: 'account', loader: () => redirect('/mi-cuenta') },
          { path: 'admin', loader: () => redirect(paths.adminProducts()) },
          { path: '*', loader: () => redirect('/') },
        ],
      },
    ],
  },
  // Not in production builds.
  ...(import.meta.env.DEV ? [page('admin/kit', () => import('../admin/kit/showroom/kit-page.tsx'))] : []),
  {
    id: 'back-office',
    ErrorBoundary: ErrorPage,
    ...lazily(() => import('../admin/shell/layout.tsx')),
    children: ADMIN_PREFIXES.map((prefix) => ({
      ErrorBoundary: ErrorPage,
      children: adminScreens(prefix.slice(1)),
    })),
  },
]

/** Without a screen at the prefix itself: `/panel` shows the settings of the account. */
function adminScreens(at: string): RouteObject[] {
  const form = () => import('../admin/products/product-form-page.tsx')
  const desk = () => import('../admin/shell/desk-screens.tsx')
  const other = () => import('../admin/shell/other-screens.tsx')
  const bank = () => import('../admin/brands/brand-form-page.tsx')
  return [
    page(`${at}/productos`, () => import('../admin/products/products-page.tsx')),
    page(`${at}/productos/nuevo`, form),
    page(`${at}/productos/editar/:productId`, form),
    page(`${at}/para-hacer`, desk),
    page(`${at}/mensajes`, desk),
    page(`${at}/pedidos`, desk),
    page(`${at}/pedidos/imprimir`, desk),
    page(`${at}/pedidos/nuevo`, desk),
    page(`${at}/pedidos/:orderId`, () => import('../admin/orders/page/order-page.tsx')),
    page(`${at}/actividad`, () => import('../admin/activity/activity-page.tsx')),
    page(`${at}/bancos`, () => import('../admin/brands/banks-page.tsx')),
    page(`${at}/bancos/nuevo`, bank),
    page(`${at}/bancos/editar/:id`, bank),
    page(`${at}/marcas`, () => import('../admin/brands/brands-page.tsx')),
    page(`${at}/garantias`, () => import('../admin/claims/claims-page.tsx')),
    page(`${at}/arrepentimientos`, other),
    page(`${at}/paginas`, other),
    page(`${at}/solicitudes`, other),
    page(`${at}/precios`, other),
    page(`${at}/stock`, other),
    page(`${at}/stock/recuento`, other),
    page(`${at}/lotes`, other),
    page(`${at}/lotes/:id`, other),
    page(`${at}/reportes`, other),
    page(`${at}/preparacion`, other),
    page(`${at}/preparacion/imprimir`, other),
    page(`${at}/usuarios`, () => import('../admin/users/users-page.tsx')),
    page(`${at}/usuarios/:id`, () => import('../admin/users/user-page.tsx')),
    page(`${at}/banners`, () => import('../admin/banners/banners-page.tsx')),
    page(`${at}/identidad`, () => import('../admin/identity/identity-page.tsx')),
    page(`${at}/ajustes`, other),
  ]
}

/** `file` is set on the server alone, by the plugin `page-files` of vite.config.ts. */
type LoadPage = (() => Promise<PageModule>) & { file?: string }

function page(path: string, load: LoadPage): RouteObject {
  return { path, ...lazily(load) }
}

function lazily(load: LoadPage) {
  const handle: PageHandle = { module: load.file }
  return {
    handle,
    lazy: async () => {
      const { default: Component, loader, first } = await load()
      handle.first = first
      return loader ? { Component, loader } : { Component }
    },
  }
}
