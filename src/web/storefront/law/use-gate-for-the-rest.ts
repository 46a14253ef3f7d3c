import { useEffect } from 'react'
import { isWithoutGate } from '../../../contract/page-address.ts'

/**
 * On pages drawn without the age gate: until the age is confirmed, links and forms that lead elsewhere load a whole
 * document, which has the gate. The listeners run before the router's.
 */
export function useGateForTheRest(): void {
  useEffect(() => {
    const isConfirmed = () => document.documentElement.classList.contains('age-ok')
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!isConfirmed() && link && link.origin === window.location.origin && !isWithoutGate(link.pathname))
        event.stopPropagation()
    }
    const send = (event: SubmitEvent) => {
      const form = event.target instanceof HTMLFormElement ? event.target : null
      if (!isConfirmed() && form && !isWithoutGate(new URL(form.action).pathname)) event.stopPropagation()
    }
    document.addEventListener('click', follow, true)
    document.addEventListener('submit', send, true)
    return () => {
      document.removeEventListener('click', follow, true)
      document.removeEventListener('submit', send, true)
    }
  }, [])
}
