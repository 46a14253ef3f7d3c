import type { ComponentType } from 'react'
import { later } from '../../browser/later.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'

/** A screen that few visits need, in a chunk of its own. */
export function loadedLater(load: () => Promise<ComponentType<object>>): ComponentType {
  const Screen = later(load)
  return function LoadedScreen() {
    return (
      <Screen props={{}} failure={<ErrorPanel title="No se pudo cargar la pantalla. Revisá tu conexión." />}>
        <LoadingNote />
      </Screen>
    )
  }
}
