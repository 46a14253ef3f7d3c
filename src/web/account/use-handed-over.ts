import { useLocation } from 'react-router'
import { useHydrated } from '../browser/hydrated.ts'

/** A number that the previous screen put into the history state; it survives a reload. */
export function useHandedOver(name: string): number | undefined {
  const handed = useHanded(name)
  return typeof handed === 'number' ? handed : undefined
}

/** A text of the previous screen, as above. */
export function useHandedText(name: string): string | undefined {
  const handed = useHanded(name)
  return typeof handed === 'string' ? handed : undefined
}

/** Not before hydration: the server has no history state. */
function useHanded(name: string): unknown {
  const state: unknown = useLocation().state
  const isHydrated = useHydrated()
  return isHydrated && typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
}
