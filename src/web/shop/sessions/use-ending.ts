import { useRef, useState } from 'react'
import { Refusal } from '../../data/api.ts'
import { showToast } from '../../ui/toast.tsx'
import { focusInView } from '../../ui/use-focus-on-arrival.ts'

interface Ending {
  /** The call. */
  end: (number: number) => Promise<unknown>
  reload: () => Promise<unknown>
}

/**
 * Ends sessions one at a time; an already ended one counts as success. `heading` takes the focus of the removed
 * button.
 */
export function useEnding({ end, reload }: Ending) {
  const [ending, setEnding] = useState<number>()
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const run = async (number: number | undefined, work: () => Promise<string>) => {
    setEnding(number)
    setFailure('')
    try {
      const done = await work()
      await reload()
      showToast('success', done)
      focusInView(heading.current)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setFailure(error.message)
    } finally {
      setEnding(undefined)
    }
  }
  const endOne = (number: number) =>
    run(number, async () => {
      await end(number).catch(unlessGone)
      return 'Sesión cerrada'
    })
  return { ending, failure, heading, run, onEnd: (number: number) => void endOne(number) }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.status === 404)) throw error
}
