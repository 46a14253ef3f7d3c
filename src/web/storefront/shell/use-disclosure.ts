import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * A disclosure: a part that a button shows and hides. Escape closes it and returns the focus to the button; a press
 * elsewhere or a navigation closes it too. `within` is the ref of the element around both.
 */
export function useDisclosure() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const toggle = useRef<HTMLButtonElement>(null)
  const within = useRef<HTMLDivElement>(null)
  const open = openAt === key

  useEffect(() => {
    if (!open) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(undefined)
      toggle.current?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (!within.current?.contains(event.target as Node)) setOpenAt(undefined)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [open])

  return { open, setOpen: (next: boolean) => setOpenAt(next ? key : undefined), toggle, within }
}
