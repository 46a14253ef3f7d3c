import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import type { Blister, Product } from '../../../contract/catalog.ts'
import { SEARCH_LENGTH } from '../../../contract/limits.ts'
import { formatPesos } from '../../../contract/money.ts'
import type { OrderLine } from '../../../contract/orders.ts'
import { productList } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { lineKind } from '../../shop/order-in-words.ts'
import { announce } from '../../ui/announcer.tsx'
import { Field } from '../../ui/form/field.tsx'
import { stockWords } from '../products/product-words.ts'
import './product-picker.css'

/** A presentation of a product, as it is on sale today. */
export interface Goods {
  product: Product
  blister: Blister
}

/** As a line of an order that is not saved yet: its id is below 0. */
export function lineOf({ product, blister }: Goods): OrderLine {
  return {
    id: -blister.id,
    product: product.id,
    blister: blister.id,
    product_id: product.id,
    blister_id: blister.id,
    quantity: 1,
    price_at_time: blister.final_price ?? 0,
    product_name: product.name,
    product_image: blister.image ?? product.image,
    product_brand: product.brand,
    blister_info: { seed_count: blister.seed_count },
    product_details: { id: product.id, name: product.name },
    product_type: product.type,
  }
}

interface ProductPickerProps {
  label: string
  onPick: (goods: Goods) => void
}

/** Finds a product by its name; ↓ and ↑ choose a presentation, Enter adds it. */
export function ProductPicker({ label, onPick }: ProductPickerProps) {
  const id = useId()
  const { text, goods, at, type, pick, press } = usePicking(onPick)
  return (
    <div className="product-picker">
      <Field
        label={label}
        hint="Nombre o marca. Enter lo agrega"
        role="combobox"
        aria-expanded={goods.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={goods.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH}
        data-key="/"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <Options {...{ id, goods, at }} onPick={pick} />
    </div>
  )
}

function usePicking(onPick: ProductPickerProps['onPick']) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const goods = useGoods(text.trim())
  const at = Math.min(chosen, goods.length - 1)
  const type = (words: string) => {
    setText(words)
    setChosen(0)
  }
  const pick = (one: Goods | undefined) => {
    if (!one || isOut(one)) return
    onPick(one)
    type('')
    announce(`${one.product.name} agregado`)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at + step + goods.length) % Math.max(1, goods.length))
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) pick(goods[at])
    else if (event.key === 'Escape' && text !== '') type('')
    else return
    event.preventDefault()
  }
  return { text, goods, at, type, pick, press }
}

interface OptionsProps {
  id: string
  goods: Goods[]
  at: number
  onPick: (goods: Goods) => void
}

function Options({ id, goods, at, onPick }: OptionsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select has no text field
    <div
      className="product-picker-list"
      id={`${id}-list`}
      role="listbox"
      aria-label="Productos"
      hidden={goods.length === 0}
    >
      {goods.map((one, i) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above handles keys
        <div
          key={one.blister.id}
          id={`${id}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === at}
          aria-disabled={isOut(one) || undefined}
          onClick={() => onPick(one)}
        >
          <span className="product-picker-name">
            {one.product.name} <strong>{lineKind(lineOf(one))}</strong>
            {!one.product.available && <span className="badge">Oculto</span>}
          </span>
          <span>{stockWords(one.blister.stock).text}</span>
          <span className="product-picker-price">{priceOfGoods(one)}</span>
        </div>
      ))}
    </div>
  )
}

function priceOfGoods({ blister }: Goods): string {
  return blister.final_price ? formatPesos(blister.final_price) : 'Sin precio'
}

/** What cannot be added. */
function isOut({ blister }: Goods): boolean {
  return blister.stock === 0 || !blister.final_price
}

function useGoods(text: string): Goods[] {
  const asked = useDeferredValue(text)
  const isAsked = asked.length >= 2
  const { data } = useQuery({
    ...productList(readSession(), { page: 1, page_size: 5, search: asked }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const found = isAsked && data ? data.results : []
  return found.flatMap((product) => product.blisters.map((blister) => ({ product, blister })))
}
