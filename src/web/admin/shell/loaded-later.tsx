import type { ComponentType } from 'react'
import { later } from '../../browser/later.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'

/** A rarely used screen, in its own chunk. */
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
