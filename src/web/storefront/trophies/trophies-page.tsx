import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, type RouterContextProvider } from 'react-router'
import type { Product } from '../../../contract/catalog/catalog.ts'
import type { Trophy } from '../../../contract/settings/settings.ts'
import { prime, queryClientContext } from '../../data/prime.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productList } from '../../data/queries.ts'
import { trophies } from '../../data/trophies-query.ts'
import { readSession, useSession, type Session } from '../../session/session.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { LoadingBlocks } from '../../ui/skeleton.tsx'
import { srcSet } from '../../ui/srcset.ts'
import { sitePicture } from '../shell/site-picture.ts'
import './trophies-page.css'

const winnersOf = (session: Session | null, won: readonly Trophy[]) =>
  [...new Set(won.map(({ variety }) => variety))]
    .filter((variety) => variety !== '')
    .map((variety) => productList(session, { search: variety, page: 1, page_size: 6 }))

const primeTrophies = prime(() => [trophies()])

/** A shop without trophies has no such page. It renders also when the products cannot be loaded. */
export async function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) {
  await primeTrophies(args)
  const won = args.context.get(queryClientContext).getQueryData(trophies().queryKey)
  if (won?.length === 0) return redirect(paths.home())
  await Promise.allSettled([prime(() => winnersOf(readSession(), won ?? []))(args)])
  return null
}

export default function TrophiesPage() {
  const session = useSession()
  const { data: won, error, isFetching, refetch } = useQuery(trophies())
  const winners = useQueries({ queries: winnersOf(session, won ?? []) })
  const products = winners.flatMap(({ data }) => data?.results ?? [])
  return (
    <div className="trophies-page">
      <PageHead
        title="Trofeos y copas"
        description="Las copas que ganaron nuestras genéticas, con la variedad premiada en cada una."
        path={paths.trophies()}
      />
      <Head />
      {won && (
        <ul className="trophy-list stack-4 page">
          {won.map((trophy, i) => (
            <li key={`${trophy.cup} ${trophy.year} ${trophy.place} ${trophy.variety}`}>
              <TrophyCard
                trophy={trophy}
                winner={products.find(({ name }) => name === trophy.variety)}
                priority={i === 0}
              />
            </li>
          ))}
        </ul>
      )}
      {!won && error && !isFetching && (
        <ErrorPanel title="Error al cargar los trofeos" note={error.message} onRetry={() => void refetch()} />
      )}
      {!won && isFetching && (
        <LoadingBlocks className="trophy-list stack-4 page" blocks={['trophy-skeleton', 'trophy-skeleton']} />
      )}
    </div>
  )
}

function Head() {
  const desktop = sitePicture('trofeos', 1920)
  const mobile = sitePicture('trofeos-movil', 768)
  return (
    <div className="trophies-head">
      <picture className="trophies-head-picture">
        <source
          media="(width > 48rem)"
          type="image/avif"
          srcSet={srcSet(desktop, [1280, 1920], 'avif')}
          sizes="100vw"
        />
        <source
          media="(width > 48rem)"
          type="image/webp"
          srcSet={srcSet(desktop, [1280, 1920], 'webp')}
          sizes="100vw"
        />
        <source type="image/avif" srcSet={srcSet(mobile, [480, 768], 'avif')} sizes="100vw" />
        <img
          alt=""
          width={768}
          height={640}
          src={mobile}
          srcSet={srcSet(mobile, [480, 768], 'webp')}
          sizes="100vw"
          fetchPriority="high"
        />
      </picture>
      <div className="trophies-head-words">
        <div className="page">
          <h1 tabIndex={-1}>Trofeos</h1>
          <p>Cada copa lleva el nombre de una genética de la casa.</p>
        </div>
      </div>
    </div>
  )
}

const PLACES = ['', 'Primer puesto', 'Segundo puesto', 'Tercer puesto']
const placeOf = (place: number) => PLACES[place] ?? `${place}º puesto`

interface TrophyCardProps {
  trophy: Trophy
  winner: Product | undefined
  priority: boolean
}

function TrophyCard({ trophy, winner, priority }: TrophyCardProps) {
  const { cup, city, year, place, picture, logo, variety } = trophy
  return (
    <figure className="trophy-card surface">
      {picture && (
        <Picture
          className="trophy-card-picture"
          src={picture}
          alt={`${placeOf(place)}, ${cup} ${year}`}
          sizes="(min-width: 1200px) 280px, (min-width: 600px) 46vw, 60vw"
          widths={[320, 640]}
          width={640}
          height={782}
          priority={priority}
        />
      )}
      {logo && (
        <Picture
          className="trophy-card-logo"
          src={logo}
          alt=""
          sizes="96px"
          widths={[192]}
          width={96}
          height={96}
        />
      )}
      <figcaption className="trophy-card-words">
        <p className="trophy-card-place">{placeOf(place)}</p>
        <h2 className="trophy-card-cup">{cup}</h2>
        <p className="trophy-card-where">{[city, year].filter(Boolean).join(', ')}</p>
        <Winner name={variety} product={winner} />
      </figcaption>
    </figure>
  )
}

/** A link while the variety is on sale, else its name, if it has one. */
function Winner({ name, product }: { name: string; product: Product | undefined }) {
  if (!product) return name && <p className="tap strong">{name}</p>
  return (
    <Link className="tap strong" to={paths.product(product.id)}>
      Ver {name}
    </Link>
  )
}
