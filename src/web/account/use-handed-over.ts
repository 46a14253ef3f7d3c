import { useLocation } from 'react-router'

/** A number that the screen before put into the state of this address; it survives a reload. */
export function useHandedOver(name: string): number | undefined {
  const state: unknown = useLocation().state
  const handed: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
  return typeof handed === 'number' ? handed : undefined
}
