import { useQueries } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import type { Product } from '../../../contract/catalog.ts'
import { prime } from '../../data/prime.ts'
import { PageHead } from '../../app/page-head.tsx'
import { paths } from '../../app/paths.ts'
import { productList } from '../../data/queries.ts'
import { readSession, useSession, type Session } from '../../session/session.ts'
import { Picture } from '../../ui/picture.tsx'
import { srcSet } from '../../ui/srcset.ts'
import { sitePicture } from '../shell/site-picture.ts'
import { trophies, trophiesBanner, type Trophy } from './trophies.ts'
import './trophies-page.css'

const winnerOf = (session: Session | null, { product }: Trophy) =>
  productList(session, { search: product, page: 1, page_size: 6 })

const grown = trophies.filter(({ product }) => product !== '')
const primeWinners = prime(() => grown.map((trophy) => winnerOf(readSession(), trophy)))

/** The page renders also when the products cannot be loaded. */
export async function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>): Promise<null> {
  await Promise.allSettled([primeWinners(args)])
  return null
}

export default function TrophiesPage() {
  const session = useSession()
  const winners = useQueries({ queries: grown.map((trophy) => winnerOf(session, trophy)) })
  const products = winners.flatMap(({ data }) => data?.results ?? [])
  return (
    <div className="trophies-page">
      <PageHead
        title="Trofeos y copas"
        description="Las copas que ganaron nuestras genéticas, con la variedad premiada en cada una."
        path={paths.trophies()}
      />
      <Head />
      <ul className="trophy-list page">
        {trophies.map((trophy, i) => (
          <li key={trophy.picture}>
            <TrophyCard
              trophy={trophy}
              winner={products.find(({ name }) => name === trophy.product)}
              priority={i === 0}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Head() {
  const desktop = sitePicture(trophiesBanner.desktop, 1920)
  const mobile = sitePicture(trophiesBanner.mobile, 768)
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

const PLACES = { '1º': 'Primer puesto', '2º': 'Segundo puesto', '3º': 'Tercer puesto' }

interface TrophyCardProps {
  trophy: Trophy
  winner: Product | undefined
  priority: boolean
}

function TrophyCard({ trophy, winner, priority }: TrophyCardProps) {
  const { cup, city, year, place, picture, logo } = trophy
  return (
    <figure className="trophy-card">
      <Picture
        className="trophy-card-picture"
        src={sitePicture(picture, 640)}
        alt={`${PLACES[place]}, ${cup} ${year}`}
        sizes="(min-width: 1200px) 280px, (min-width: 600px) 46vw, 60vw"
        widths={[320, 640]}
        width={640}
        height={782}
        priority={priority}
      />
      <Picture
        className="trophy-card-logo"
        src={sitePicture(logo, 192)}
        alt=""
        sizes="96px"
        widths={[192]}
        width={96}
        height={96}
      />
      <figcaption className="trophy-card-words">
        <p className="trophy-card-place">{PLACES[place]}</p>
        <h2 className="trophy-card-cup">{cup}</h2>
        <p className="trophy-card-where">
          {city}, {year}
        </p>
        <Winner name={trophy.product} product={winner} />
      </figcaption>
    </figure>
  )
}

/** A link while the variety is on sale, else its name, if it has one. */
function Winner({ name, product }: { name: string; product: Product | undefined }) {
  if (!product) return name && <p className="trophy-card-winner">{name}</p>
  return (
    <Link className="trophy-card-winner" to={paths.product(product.id)}>
      Ver {name}
    </Link>
  )
}
