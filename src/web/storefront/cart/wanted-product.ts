import { WITHOUT_PRICE } from '../../../contract/catalog/cart-rules.ts'
import { canBePriced, STOCK_UNKNOWN } from '../../../contract/catalog/presentations.ts'
import { getProduct } from '../../../contract/catalog/calls.ts'
import { browserStorage } from '../../browser/storage.ts'
import { call } from '../../data/api.ts'
import { rememberPrice } from '../../session/shown-prices.ts'
import { showToast } from '../../ui/toast.tsx'
import { isPriced } from '../product-card/is-priced.ts'
import { type CartLine, isLine, takeIntent } from './cart.ts'
import { putIntoCart } from './put-into-cart.ts'

const WANTED = 'wantedProduct'
/** Longer than access requests, invitations and links live. */
const WANTED_FOR_MS = 40 * 24 * 60 * 60_000

/** Keeps the product that a visitor wanted to add until the account is open, which may take days. */
export function keepWanted(): void {
  const wanted = takeIntent()
  if (wanted) browserStorage.writeJson(WANTED, { ...wanted, at: Date.now() })
}

/** The product that is kept. */
export function wantedProductId(): number | undefined {
  return readKept()?.productId
}

/** Adds the product that the visitor pressed "add" on before signing in. Resolves to whether the cart has it now. */
export async function addWantedProduct(userId: number): Promise<boolean> {
  const kept = takeKept()
  const wanted = takeIntent() ?? kept
  if (!wanted) return false
  try {
    const product = await call(getProduct, { params: { id: wanted.productId } })
    const blister = product.blisters.find(({ id }) => id === wanted.blisterId)
    if (!blister) return fail()
    if (!isPriced(blister) || !canBePriced(blister)) return warn(WITHOUT_PRICE)
    const added = putIntoCart(wanted, blister.stock)
    if (typeof added === 'string') return warn(added)
    rememberPrice(userId, blister.id, blister.final_price)
    const { addedText } = await import('./add-unit.ts')
    showToast('success', addedText(product, blister))
    return true
  } catch {
    return fail()
  }
}

function fail(): false {
  showToast('error', STOCK_UNKNOWN)
  return false
}

function warn(text: string): false {
  showToast('warning', text)
  return false
}

function takeKept(): CartLine | undefined {
  const kept = readKept()
  browserStorage.remove(WANTED)
  return kept
}

function readKept(): CartLine | undefined {
  const { at, ...line } = (browserStorage.readJson(WANTED) ?? {}) as Partial<CartLine> & { at?: number } // safe: checked below
  return isLine(line) && Date.now() - Number(at) < WANTED_FOR_MS ? line : undefined
}
