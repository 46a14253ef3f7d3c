import { useSearchParams } from 'react-router'
import type { Blister, Product } from '../../contract/catalog.ts'
import { formatPesos } from '../../contract/money.ts'
import { defaultPresentation, presentationName } from '../../contract/presentations.ts'
import { announce } from '../ui/announcer.tsx'

/** The presentation in `?blister=`, else the one the shop would choose. Sold-out ones cannot be chosen. */
export function useChosenBlister({ blisters }: Product) {
  const [query, setQuery] = useSearchParams()
  const asked = blisters.find(({ id, stock }) => String(id) === query.get('blister') && stock > 0)
  const choose = (blister: Blister) => {
    setQuery(
      (current) => {
        current.set('blister', String(blister.id))
        return current
      },
      { replace: true, preventScrollReset: true },
    )
    if (blister.final_price)
      announce(`${presentationName(blister.seed_count)}: ${formatPesos(blister.final_price)}`)
  }
  return { blister: asked ?? defaultPresentation(blisters), choose }
}
