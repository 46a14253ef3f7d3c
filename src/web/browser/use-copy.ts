import { useState } from 'react'

/** Where the text can be selected instead. */
export const COPY_SELECTED = 'Quedó seleccionado: copialo con Ctrl+C'

/** Copies a text and says so; `refused` is said when the browser denies it, and `onRefused` is called. */
export function useCopy(
  copied: string,
  refused: string,
  onRefused?: () => void,
): [said: string, copy: (text: string) => Promise<void>] {
  const [said, setSaid] = useState('')
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(copied)
    } catch {
      onRefused?.()
      setSaid(refused)
    }
  }
  return [said, copy]
}
