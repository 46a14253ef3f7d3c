import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { readIds } from '../../../contract/catalog/choosing.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { useStore } from '../../browser/store.ts'
import { useCopy } from '../../browser/use-copy.ts'
import { productsById } from '../../data/queries.ts'
import { useSession } from '../../session/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { ProductCard } from '../product-card/product-card.tsx'
import { favorites, NO_IDS } from '../product-card/chosen.ts'
import { toggleFavorite } from './choose.ts'
import { choosePaths } from './choose-paths.ts'

/** The own favourites, or the list of an address. */
export function FavoritesPage({ asked }: { asked: number[] }) {
  return asked.length > 0 ? <SharedList ids={asked} /> : <OwnFavorites />
}

/** At most as many as one call answers. */
const MOST_SHOWN = 100

function OwnFavorites() {
  const session = useSession()
  const kept = useStore(favorites, NO_IDS)
  const ids = readIds(kept.join(','), MOST_SHOWN)
  return (
    <div className="page choose-page">
      <UnlistedHead title="Favoritos" follow />
      <h1 tabIndex={-1}>Favoritos</h1>
      <p>
        {session
          ? 'Están en tu cuenta: los ves en cualquier dispositivo, y nadie más.'
          : 'Se guardan en este navegador. Al entrar a tu cuenta pasan a ella.'}
      </p>
      {ids.length === 0 ? (
        <EmptyState title="Todavía no guardaste nada">
          <p>El corazón de cada producto lo guarda acá.</p>
          <Link className="button primary" to={paths.catalogue()}>
            Ver el catálogo
          </Link>
        </EmptyState>
      ) : (
        <>
          <Share ids={ids} />
          <Cards ids={ids} />
        </>
      )}
    </div>
  )
}

/** The address of the list is the list: nothing is stored for it, and it names nobody. */
function Share({ ids }: { ids: number[] }) {
  const [said, copy] = useCopy('Enlace copiado', 'No se pudo copiar: abrí la lista y copiá su dirección')
  const address = choosePaths.favorites(ids)
  return (
    <p className="favorites-share">
      <Link to={address}>Ver como lista para compartir</Link>
      <button
        type="button"
        className="button secondary"
        onClick={() => void copy(window.location.origin + address)}
      >
        Copiar enlace
      </button>
      <output>{said}</output>
    </p>
  )
}

function SharedList({ ids }: { ids: number[] }) {
  const kept = useStore(favorites, NO_IDS)
  const [isBusy, setBusy] = useState(false)
  const others = ids.filter((id) => !kept.includes(id))
  const keepAll = async () => {
    setBusy(true)
    for (const id of others) await toggleFavorite(id)
    setBusy(false)
  }
  return (
    <div className="page choose-page">
      <UnlistedHead title="Lista de favoritos" follow />
      <h1 tabIndex={-1}>Lista de favoritos</h1>
      <p>Esta dirección es la lista: guardala o compartila.</p>
      <p className="favorites-share">
        {others.length > 0 && (
          <BusyButton
            busy={isBusy}
            busyText="Guardando…"
            className="secondary"
            onClick={() => void keepAll()}
          >
            Guardar en mis favoritos
          </BusyButton>
        )}
        <Link to={choosePaths.favorites()}>Mis favoritos</Link>
      </p>
      <Cards ids={ids} />
    </div>
  )
}

function Cards({ ids }: { ids: number[] }) {
  const { data, error, isLoading, refetch } = useQuery(productsById(useSession(), ids))
  if (isLoading) return <LoadingBlocks className="compare-loading" blocks={['finder-skeleton']} />
  if (error && !data) {
    return <ErrorPanel title="No se pudieron cargar" note={error.message} onRetry={() => void refetch()} />
  }
  const products = ids.flatMap((id) => data?.find((product) => product.id === id) ?? [])
  const missing = ids.length - products.length
  return (
    <section className="catalogue-list" aria-label="Productos">
      {missing > 0 && (
        <p role="status">
          {missing === 1
            ? 'Uno ya no se muestra en la tienda.'
            : `${missing} ya no se muestran en la tienda.`}{' '}
          <Link to={paths.catalogue()}>Ver el catálogo</Link>
        </p>
      )}
      <ul className="product-grid">
        {products.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} heading="h2" />
          </li>
        ))}
      </ul>
    </section>
  )
}
