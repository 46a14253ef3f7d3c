import { useState } from 'react'
import type { Blister, Product } from '../../../../contract/catalog/catalog.ts'
import { presentationTitle } from '../../../../contract/catalog/presentations.ts'
import { formatPesos } from '../../../../contract/money.ts'
import type { OrderLine } from '../../../../contract/orders/orders.ts'
import { productList } from '../../../data/queries.ts'
import { readSession } from '../../../session/session.ts'
import { lineKind, lineName } from '../../../shop/order-in-words.ts'
import { announce } from '../../../ui/announcer.tsx'
import { PickField } from '../../kit/pick-field.tsx'
import { useFound } from '../../kit/use-found.ts'
import { productFoundBy, stockWords } from '../../products/product-words.ts'

/** A presentation with its current data. */
interface Goods {
  product: Product
  blister: Blister
}

/** As an unsaved order line, with a negative id. */
export function lineOf({ product, blister }: Goods): OrderLine {
  return {
    id: -blister.id,
    product: product.id,
    blister: blister.id,
    product_id: product.id,
    blister_id: blister.id,
    quantity: 1,
    price_at_time: blister.final_price ?? 0,
    product_name: product.type === 'merch' ? presentationTitle({ ...blister, ...product }) : product.name,
    product_image: blister.image ?? product.image,
    product_brand: product.brand,
    blister_info: { seed_count: blister.seed_count },
    product_details: { id: product.id, name: product.name },
    product_type: product.type,
  }
}

interface ProductPickerProps {
  label: string
  error?: string | undefined
  /** The initial search. */
  startText?: string
  /** Whether presentations without a price can be added. */
  isFree?: boolean
  onPick: (goods: Goods) => void
}

/** Finds a product by its name and adds a presentation of it. */
export function ProductPicker({ label, error, startText = '', isFree, onPick }: ProductPickerProps) {
  const [text, setText] = useState(startText)
  return (
    <PickField
      label={label}
      error={error}
      hint="Nombre o marca. Enter lo agrega"
      listLabel="Productos"
      shortcut="/"
      text={text}
      onText={setText}
      {...useGoods(text)}
      keyOf={({ blister }) => blister.id}
      whyOff={(goods) => whyNotAdded(goods, isFree)}
      onPick={(goods) => {
        onPick(goods)
        announce(`${lineOf(goods).product_name} agregado`)
      }}
    >
      {(one) => (
        <>
          <span className="pick-field-name">
            <span>{lineOf(one).product_name}</span> <strong>{lineKind(lineOf(one))}</strong>
            {!one.product.available && <span className="badge">Oculto</span>}
            <FoundBy>{productFoundBy(one.product, text.trim())}</FoundBy>
          </span>
          <span>{stockWords(one.blister.stock).text}</span>
          <span className="pick-field-price">{priceOfGoods(one)}</span>
        </>
      )}
    </PickField>
  )
}

function whyNotAdded(goods: Goods, isFree = false): string | undefined {
  const name = lineName(lineOf(goods))
  if (goods.blister.stock === 0) return `${name} no tiene stock: no se puede agregar.`
  return isFree || goods.blister.final_price ? undefined : `${name} no tiene precio: no se puede agregar.`
}

function FoundBy({ children }: { children: string | undefined }) {
  return children ? <span className="pick-field-why">{children}</span> : null
}

function priceOfGoods({ blister }: Goods): string {
  return blister.final_price ? formatPesos(blister.final_price) : 'Sin precio'
}

function useGoods(text: string): { options: Goods[]; isOld: boolean } {
  const { data, isOld } = useFound(text, (search) => ({
    ...productList(readSession(), { page: 1, page_size: 5, search }),
    staleTime: 10_000,
  }))
  const found = data?.results ?? []
  return {
    options: found.flatMap((product) => product.blisters.map((blister) => ({ product, blister }))),
    isOld,
  }
}
