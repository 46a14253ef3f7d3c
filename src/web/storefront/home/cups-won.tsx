import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { trophies } from '../../data/trophies-query.ts'
import './cups-won.css'

/** The newest trophies of the shop, if it has any. */
export function CupsWon() {
  const { data: won = [] } = useQuery(trophies())
  if (won.length === 0) return null
  return (
    <section className="cups page" aria-labelledby="copas">
      <h2 id="copas">Copas que ganamos</h2>
      <ul className="cups-list">
        {won.slice(0, 4).map(({ place, cup, year, variety }) => (
          <li key={`${cup} ${year} ${place} ${variety}`}>
            <span className="cups-place">{place}º</span>
            <p className="cups-cup">{cup}</p>
            <p className="cups-about">{[year, variety].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
      <p className="cups-more">
        <Link to={paths.trophies()}>Ver los trofeos</Link>
      </p>
    </section>
  )
}
