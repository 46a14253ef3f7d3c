import type { ComponentType } from 'react'
import { type LoaderFunction, redirect, type RouteObject } from 'react-router'
import { prime } from './data.ts'
import { shopSettings } from './queries.ts'
import { ErrorPage } from './storefront/error-page.tsx'
import { Layout } from './storefront/layout.tsx'

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
          { path: 'account', loader: () => redirect('/mi-cuenta') },
          { path: '*', loader: () => redirect('/') },
        ],
      },
    ],
  },
]

function page(path: string, file: string, load: () => Promise<PageModule>): RouteObject {
  return {
    path,
    handle: { module: `src/web/${file}` } satisfies PageHandle,
    lazy: async () => {
      const { default: Component, loader } = await load()
      return loader ? { Component, loader } : { Component }
    },
  }
}
