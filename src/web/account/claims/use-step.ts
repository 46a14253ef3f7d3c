import { useNavigate, useSearchParams } from 'react-router'
import { useHandedOver } from '../use-handed-over.ts'
import type { ClaimStep } from './claim-rules.ts'

/** The step is in the address, so that the browser's Back goes one step back. */
export function useStep(): [ClaimStep, (to: ClaimStep, from: ClaimStep) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const before = useHandedOver('claimStepBefore')
  const asked = Number(search.get('paso'))
  const step: ClaimStep = asked === 2 || asked === 3 ? asked : 1
  const go = (to: ClaimStep, from: ClaimStep) => {
    // Goes back in the history, so that "Anterior" and Back do the same.
    if (to < from && before === to) {
      void navigate(-1)
      return
    }
    const next = new URLSearchParams(search)
    if (to === 1) next.delete('paso')
    else next.set('paso', String(to))
    const there = { search: next.size === 0 ? '' : `?${next}` }
    void navigate(there, to > from ? { state: { claimStepBefore: from } } : { replace: true })
  }
  return [step, go]
}
