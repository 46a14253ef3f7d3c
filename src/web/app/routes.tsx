import { redirect, type RouteObject } from 'react-router'
import { prime } from '../data/prime.ts'
import { elsewhere } from './elsewhere.tsx'
import { page } from './page.ts'
import { paths } from './paths.ts'
import { shopSettings } from '../data/queries.ts'
import { ErrorPage } from '../storefront/shell/error-page.tsx'
import Layout from '../storefront/shell/layout.tsx'

const accessPage = () => import('../storefront/access/access-page.tsx')
const lotPage = () => import('../storefront/lot/lot-page.tsx')
const choosePage = () => import('../storefront/choose/choose-page.tsx')
const lawPage = () => import('../storefront/law/law-page.tsx')

/** Every screen of storefront and account. The code of a page is loaded when it is first visited. */
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
          elsewhere('panel/*'),
          elsewhere('admin/*'),
          { path: '*', loader: () => redirect('/') },
        ],
      },
    ],
  },
]
