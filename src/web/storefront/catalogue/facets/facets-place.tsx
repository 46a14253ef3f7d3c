import { type ComponentType, useEffect, useRef, useState } from 'react'
import { addressOf, type CatalogueAddress } from '../catalogue-search.ts'
import type { PanelProps } from './facet-panel.tsx'
import '../product-list-screen.css'

type Panel = ComponentType<PanelProps>

const load = () => import('./facet-panel.tsx')
let drawn: Panel | undefined
const AS_DRAWN = { __html: '' }

/** For the server, before it renders. */
export async function readyFacets(): Promise<void> {
  drawn ??= (await load()).FacetPanel
}

function Drawn({ asked }: { asked: CatalogueAddress }) {
  const DrawnPanel = drawn
  return <div className="facets-place">{DrawnPanel && <DrawnPanel asked={asked} />}</div>
}

/**
 * The form as the server has drawn it, which works by itself. Its code is loaded when it is first used, or when the list
 * changes without the server.
 */
function UntilUsed({ asked }: { asked: CatalogueAddress }) {
  const place = useRef<HTMLDivElement>(null)
  const [Loaded, setLoaded] = useState<Panel>()
  const address = addressOf(asked)
  const [first] = useState(address)
  const start = () => void load().then(({ FacetPanel }) => setLoaded(() => FacetPanel))
  useEffect(() => {
    if (address !== first || !place.current?.firstChild) start()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `start` is a new function each time
  }, [address, first])
  return Loaded ? (
    <div className="facets-place" key="live">
      {/* oxlint-disable-next-line react/refs -- read once, when the drawn form is replaced */}
      <Loaded asked={asked} drawn={place.current} />
    </div>
  ) : (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- hears the form inside
    <div
      className="facets-place"
      ref={place}
      onClick={start}
      suppressHydrationWarning
      dangerouslySetInnerHTML={AS_DRAWN}
    />
  )
}

export const FacetsPlace = import.meta.env.SSR ? Drawn : UntilUsed
