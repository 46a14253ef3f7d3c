import { useLocation } from 'react-router'

/** A number that the previous screen put into the history state; it survives a reload. */
export function useHandedOver(name: string): number | undefined {
  const state: unknown = useLocation().state
  const handed: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined
  return typeof handed === 'number' ? handed : undefined
}
