import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Blister, Product } from '../../../contract/catalog/catalog.ts'
import { formatPesos } from '../../../contract/money.ts'
import {
  canBePriced,
  defaultPresentation,
  mustChooseSize,
  presentationName,
} from '../../../contract/catalog/presentations.ts'
import { useAddressWrite } from '../../browser/use-address-write.ts'
import { announce } from '../../ui/announcer.tsx'

/** Delay of the address, so that the choice is drawn first. */
const ADDRESS_MS = 50

/** The presentation in `?blister=`, else the default one, or none while a size must be chosen. Sold-out ones cannot be chosen. */
export function useChosenBlister({ type, blisters }: Product) {
  const [query, setQuery] = useSearchParams()
  const address = useAddressWrite()
  const inAddress = query.get('blister')
  // The address follows a moment later: until it changes, the last choice counts.
  const [chosen, setChosen] = useState<{ id: string; before: string | null }>()
  const wanted = chosen && chosen.before === inAddress ? chosen.id : inAddress
  const choose = (blister: Blister) => {
    const id = String(blister.id)
    setChosen({ id, before: inAddress })
    const write = () =>
      setQuery(
        (current) => {
          current.set('blister', id)
          return current
        },
        { replace: true, preventScrollReset: true },
      )
    address.later(write, ADDRESS_MS)
    if (blister.final_price !== undefined && canBePriced(blister))
      announce(`${presentationName(type, blister)}: ${formatPesos(blister.final_price)}`)
  }
  const asked = blisters.find(({ id, stock }) => String(id) === wanted && stock > 0)
  return { blister: asked ?? (mustChooseSize(blisters) ? undefined : defaultPresentation(blisters)), choose }
}
