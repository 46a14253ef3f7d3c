import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { trophies } from '../../data/trophies-query.ts'
import { Picture } from '../../ui/picture.tsx'
import './home-page.css'

/** The newest trophies of the shop, if it has any. */
export function CupsWon() {
  const { data: won = [] } = useQuery(trophies())
  if (won.length === 0) return null
  return (
    <section className="cups page" aria-labelledby="copas">
      <div className="featured-head">
        <h2 id="copas">Copas que ganamos</h2>
        <Link className="tap strong" to={paths.trophies()}>
          Ver los trofeos
        </Link>
      </div>
      <ul className="cups-list">
        {won.slice(0, 4).map(({ place, cup, year, variety, picture }) => (
          <li key={`${cup} ${year} ${place} ${variety}`}>
            {picture && (
              <Picture
                src={picture}
                alt=""
                sizes="(min-width: 992px) 280px, 46vw"
                widths={[320, 640]}
                width={640}
                height={782}
              />
            )}
            <p className="cups-cup strong">
              <b>{place}º</b> {cup}
            </p>
            <p>{[variety, year].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
