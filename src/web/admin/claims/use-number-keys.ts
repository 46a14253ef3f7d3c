import { useEffect, useEffectEvent } from 'react'
import { useShortcutsOn } from '../shell/keyboard.ts'

/** Digits pressed while a dialog is open; not in text fields, and not when shortcuts are off. */
export function useNumberKeys(onNumber: (number: number) => void): void {
  const isOn = useShortcutsOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return
    const { target } = event
    const isText =
      target instanceof HTMLElement && target.matches('textarea, input:not([type=radio]), select')
    if (isText) return
    // Else a field that it opens takes the digit.
    event.preventDefault()
    onNumber(Number(event.key))
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
