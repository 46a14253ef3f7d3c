import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** The dialog of a new record: a button of its list opens it, or '?nuevo=1', which goes with it. */
export function useNewDialog() {
  const [params, setParams] = useSearchParams()
  const [isPressed, setIsPressed] = useState(false)
  const isAsked = params.has('nuevo')
  const close = () => {
    setIsPressed(false)
    if (!isAsked) return
    const rest = new URLSearchParams(params)
    rest.delete('nuevo')
    setParams(rest, { replace: true, preventScrollReset: true })
  }
  return { isOpen: isPressed || isAsked, open: () => setIsPressed(true), close }
}
