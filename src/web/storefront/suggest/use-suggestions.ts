import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Suggested } from '../../../contract/catalog/catalog.ts'
import { suggestProducts } from '../../../contract/catalog/calls.ts'
import { call } from '../../data/api.ts'
import { announce } from '../../ui/announcer.tsx'

/** After the last key. */
const DEBOUNCE_MS = 150
const NONE: Suggested[] = []

/** What the words in the field find first, and which of it is active; or the words that find nothing. `open` is called with the chosen one. */
export function useSuggestions(
  field: RefObject<HTMLInputElement | null>,
  open: (product: Suggested) => void,
) {
  const [found, setFound] = useState(NONE)
  const [missed, setMissed] = useState('')
  const [active, setActive] = useState<number>()
  const asking = useRef<AbortController>(undefined)

  const show = (products: Suggested[], nothingFor = '') => {
    setFound(products)
    setMissed(nothingFor)
    setActive(undefined)
  }
  const close = () => {
    asking.current?.abort()
    show(NONE)
  }
  const choose = (product: Suggested) => {
    close()
    open(product)
  }
  const ask = useEffectEvent(async () => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    const q = field.current?.value.trim() ?? ''
    if (signal.aborted) return
    // What cannot be asked leaves the field as it is without suggestions.
    const products =
      q === '' ? undefined : await call(suggestProducts, { query: { q }, signal }).catch(() => undefined)
    if (signal.aborted) return
    if (!products) return show(NONE)
    show(products, products.length === 0 ? q : '')
    announce(wordsOf(products.length))
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const chosen = active === undefined ? undefined : found[active]
    if (event.isComposing) return
    if (event.key === 'Enter') {
      if (!chosen) return close()
      event.preventDefault()
      return choose(chosen)
    }
    if (found.length === 0 && missed === '') return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(nextOf(active, event.key === 'ArrowDown' ? 1 : -1, found.length))
    } else if (event.key === 'Escape') {
      // Neither empties the field nor closes what is around it.
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  })
  const onBlur = useEffectEvent(close)

  useEffect(() => {
    const input = field.current
    if (!input) return undefined
    const onInput = () => void ask()
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    const onLeave = () => onBlur()
    input.addEventListener('input', onInput)
    input.addEventListener('keydown', onKeyDown)
    input.addEventListener('blur', onLeave)
    // Typed while this code was loaded.
    if (input.value !== '') onInput()
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('keydown', onKeyDown)
      input.removeEventListener('blur', onLeave)
    }
  }, [field])

  return { found, missed, active, choose, close }
}

/** From the last one back to the field, and from there to the first. */
function nextOf(active: number | undefined, step: 1 | -1, length: number): number | undefined {
  const next = (active ?? (step === 1 ? -1 : length)) + step
  return next < 0 || next >= length ? undefined : next
}

function wordsOf(count: number): string {
  if (count === 0) return 'Sin sugerencias'
  return count === 1 ? '1 sugerencia' : `${count} sugerencias`
}
