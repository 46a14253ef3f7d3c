import { RotateCcw, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { MAX_QUANTITY } from '../../../contract/limits.ts'
import { formatPesos } from '../../../contract/money.ts'
import { clampQuantity, eachName } from '../../../contract/catalog/cart-lines.ts'
import { setQuantity } from './cart.ts'
import { paths } from '../../app/paths.ts'
import { LinePicture } from '../../shop/order-lines/line-picture.tsx'
import { QuantityStepper, type Unusable } from '../../ui/form/quantity-stepper.tsx'
import { type CartItem, itemName, lineTotal } from './cart-items.ts'
import { useQuantity } from './use-quantity.ts'
import './cart.css'

/** The id of a line's name, which errors link to. */
export function rowId(blisterId: number): string {
  return `linea-${blisterId}`
}

interface CartRowProps {
  item: CartItem
  /** The price in pesos at which the line was added, if it has changed. */
  priceBefore: number | undefined
  signedIn: boolean
  onRemove: () => void
}

export function CartRow({ item, priceBefore, signedIn, onRemove }: CartRowProps) {
  const { line, product, blister } = item
  const { notice, checking, change, refuse } = useQuantity(line.blisterId)
  const name = itemName(item)
  const canCount = item.problem === undefined || item.problem === 'short' || item.problem === 'without-price'
  return (
    <li className={`cart-row surface${canCount ? '' : ' cart-row-blocked'}`}>
      <LinePicture className="cart-row-picture" src={blister?.image ?? product?.image} sizes="96px" />
      <div className="cart-row-words">
        <h2 className="cart-row-name" id={rowId(line.blisterId)} tabIndex={-1}>
          {product ? <Link to={paths.product(product.id, line.blisterId)}>{product.name}</Link> : name}
        </h2>
        <Kind item={item} />
        {!checking && <Problem item={item} />}
        <PriceChange before={priceBefore} now={item.unitPrice} />
      </div>
      <Numbers item={item} canCount={canCount} hasTotal={signedIn} onQuantity={change} onRefused={refuse} />
      <p className="cart-row-notice" role="status">
        {notice}
      </p>
      <button type="button" className="button quiet cart-row-remove" onClick={onRemove}>
        <Trash2 aria-hidden="true" size={18} />
        Quitar<span className="visually-hidden"> {name}</span>
      </button>
    </li>
  )
}

function Kind({ item: { product, presentation } }: { item: CartItem }) {
  return (
    <p className="note">
      <span>{product?.brand && `${product.brand}${presentation && '\u00a0· '}`}</span>
      <span className="cart-row-presentation">{presentation}</span>
    </p>
  )
}

/** In pesos. */
function PriceChange({ before, now }: { before: number | undefined; now: number | undefined }) {
  if (before === undefined || now === undefined || before === now) return null
  return (
    <p className="cart-note cart-note-price">
      El precio cambió: antes <del>{formatPesos(before)}</del>, ahora <strong>{formatPesos(now)}</strong>
    </p>
  )
}

interface NumbersProps {
  item: CartItem
  canCount: boolean
  hasTotal: boolean
  onQuantity: (asked: number) => void
  onRefused: (typed: Unusable) => void
}

function Numbers({ item, canCount, hasTotal, onQuantity, onRefused }: NumbersProps) {
  const { line, product, blister, unitPrice } = item
  const total = lineTotal(item)
  return (
    <dl className="cart-row-numbers">
      <div className="cart-row-price">
        <dt>Precio</dt>
        <dd>
          <span>{unitPrice === undefined ? '—' : formatPesos(unitPrice)}</span>
          {unitPrice !== undefined && <span className="cart-row-each"> {eachName(product?.type)}</span>}
        </dd>
      </div>
      <div className="cart-row-quantity">
        <dt>Cantidad</dt>
        <dd>
          {canCount ? (
            <QuantityStepper
              value={line.quantity}
              min={1}
              max={Math.min(MAX_QUANTITY, blister?.stock ?? MAX_QUANTITY)}
              onChange={onQuantity}
              onRefused={onRefused}
              label={itemName(item)}
            />
          ) : (
            line.quantity
          )}
        </dd>
      </div>
      {hasTotal && (
        <div className="cart-row-total">
          <dt>Total</dt>
          <dd>{item.problem === undefined && total !== undefined ? formatPesos(total) : '—'}</dd>
        </div>
      )}
    </dl>
  )
}

/** Why the line cannot be ordered, with a button that fixes it. */
function Problem({ item }: { item: CartItem }) {
  const { line, blister, problem } = item
  if (problem === undefined) return null
  if (problem === 'short' && blister) {
    return (
      <div className="cart-note cart-note-problem">
        <p>Solo hay {blister.stock} unidades disponibles</p>
        <AdjustButton blisterId={line.blisterId} available={blister.stock} name={itemName(item)} />
      </div>
    )
  }
  return (
    <p className="cart-note cart-note-problem">
      <TriangleAlert aria-hidden="true" size={18} />
      {PROBLEM_TEXT[problem]}
    </p>
  )
}

const PROBLEM_TEXT = {
  unavailable: 'Este producto ya no está disponible. Quitalo para poder pedir.',
  'without-stock': 'Sin stock. Quitalo para poder pedir.',
  'without-price': 'Sin precio por ahora. Quitalo para poder pedir.',
  short: 'No hay tantas unidades.',
}

/** "Ajustar a 3": sets the quantity to the stock. */
export function AdjustButton({
  blisterId,
  available,
  name,
}: {
  blisterId: number
  available: number
  name: string
}) {
  const adjust = () => {
    setQuantity(blisterId, clampQuantity(available, available))
    document.getElementById(rowId(blisterId))?.focus()
  }
  return (
    <button type="button" className="button secondary" onClick={adjust}>
      <span>{`Ajustar a ${available}`}</span>
      <span className="visually-hidden">
        {available === 1 ? ' unidad' : ' unidades'} de {name}
      </span>
    </button>
  )
}

/** In place of a removed line, until the next navigation. */
export function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <li className="cart-removed">
      <span className="cart-removed-name">{name}</span>
      <span role="status">
        Producto quitado<span className="visually-hidden">: {name}</span>
      </span>
      <span aria-hidden="true"> · </span>
      <button type="button" className="button quiet" ref={button} onClick={onUndo}>
        <RotateCcw aria-hidden="true" size={18} />
        Deshacer<span className="visually-hidden">: volver a poner {name}</span>
      </button>
    </li>
  )
}
