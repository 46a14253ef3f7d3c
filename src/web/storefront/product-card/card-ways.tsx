import type { FormEvent } from 'react'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { useStore } from '../../browser/store.ts'
import { compared, favorites, NO_IDS } from './chosen.ts'
import './product-card.css'

/** To compare and to keep. A form that works without scripts; what it does with them is loaded with the first press. */
export function CardWays({ product: { id, name } }: { product: Product }) {
  return (
    <form className="card-ways" action="/comparar" onSubmit={press}>
      <button name="ids" value={id} aria-pressed={useStore(compared, NO_IDS).includes(id)}>
        Comparar<span className="visually-hidden"> {name}</span>
      </button>
      <button
        className="card-ways-heart"
        name="ids"
        value={id}
        formAction="/favoritos"
        aria-pressed={useStore(favorites, NO_IDS).includes(id)}
        aria-label={`Guardar ${name}`}
      />
    </form>
  )
}

function press(event: FormEvent) {
  event.preventDefault()
  const { submitter } = event.nativeEvent as SubmitEvent // safe: of a form
  void import('../choose/choose.ts').then(({ choose }) => choose(submitter as HTMLButtonElement)) // safe: it has only buttons
}
