import './sheets.ts'
import { readSession } from '../session/session.ts'
import { followOtherTabs } from '../storefront/cart/cart.ts'
import { startAgeGate } from '../storefront/shell/age-gate-behaviour.ts'
import { isHiddenProduct } from './render-again.ts'
import { routes } from './routes.tsx'
import { start } from './start.tsx'

startAgeGate()
followOtherTabs()
start({
  routes,
  isReplaced: ({ errors }) => isHiddenProduct(errors, window.location.pathname, readSession()),
})
