import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import { readIds } from '../../../contract/page-address.ts'
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
import { useFocusHandedOn } from '../../ui/use-focus-on-arrival.ts'
import { ProductCard } from '../product-card/product-card.tsx'
import { favorites, NO_IDS } from '../product-card/chosen.ts'
import { fromAccount, keepAll, takeFromAccount } from './choose.ts'
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
      {kept.length > ids.length && <p>{`Se muestran los últimos ${ids.length} de ${kept.length}.`}</p>}
      {ids.length > 0 && (
        <>
          <Share ids={ids} />
          <Cards ids={ids} />
        </>
      )}
      {ids.length === 0 && <NothingKept isAsked={session !== null} />}
    </div>
  )
}

/** Nothing is known to be kept: the account may not have said so yet. */
function NothingKept({ isAsked }: { isAsked: boolean }) {
  const answer = useStore(fromAccount, 'asked')
  if (isAsked && answer === 'asked')
    return <LoadingBlocks className="compare-loading" blocks={['finder-skeleton']} />
  if (isAsked && answer === 'failed')
    return <ErrorPanel title="No se pudieron cargar los favoritos" onRetry={() => void takeFromAccount()} />
  return (
    <EmptyState title="Todavía no guardaste nada">
      <p>El corazón de cada producto lo guarda acá.</p>
      <Link className="button primary" to={paths.catalogue()}>
        Ver el catálogo
      </Link>
    </EmptyState>
  )
}

/** The address of the list is the list: nothing is stored for it, and it names nobody. */
function Share({ ids }: { ids: number[] }) {
  const [said, copy] = useCopy('Enlace copiado', 'No se pudo copiar: abrí la lista y copiá su dirección')
  const address = choosePaths.favorites(ids)
  return (
    <p className="choose-ways taps">
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
  const keep = async () => {
    setBusy(true)
    await keepAll(others)
    setBusy(false)
  }
  return (
    <div className="page choose-page">
      <UnlistedHead title="Lista de favoritos" follow />
      <h1 tabIndex={-1}>Lista de favoritos</h1>
      <p>Esta dirección es la lista: guardala o compartila.</p>
      <p className="choose-ways taps">
        {others.length > 0 && (
          <BusyButton busy={isBusy} busyText="Guardando…" className="secondary" onClick={() => void keep()}>
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
          <Card key={product.id} product={product} />
        ))}
      </ul>
    </section>
  )
}

/** Its heart takes it out of the list, and the focus with it. */
function Card({ product }: { product: Product }) {
  const item = useRef<HTMLLIElement>(null)
  useFocusHandedOn(item)
  return (
    <li ref={item}>
      <ProductCard product={product} heading="h2" />
    </li>
  )
}
