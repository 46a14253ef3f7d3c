import { Gem, Sun, Timer } from 'lucide-react'
import { Link } from 'react-router'
import { CATEGORIES } from '../../../contract/catalog/categories.ts'
import { paths } from '../../app/paths.ts'
import { ToFinder } from '../product-card/to-finder.tsx'
import './home-page.css'

const CHIPS = [
  { category: 'automaticas', Icon: Timer, tone: 'auto' },
  { category: 'Fotoperiodicas', Icon: Sun, tone: 'fem' },
  { category: 'limitada', Icon: Gem, tone: 'lim' },
] as const

/** Links to three categories of the catalogue, and to the finder. */
export function TypeChips() {
  return (
    <nav aria-label="Tipos de semilla" className="type-chips page">
      <ul>
        {CHIPS.map(({ category, Icon, tone }) => (
          <li key={category}>
            <Link className={`type-chip ${tone}`} to={paths.catalogue({ category })}>
              <Icon aria-hidden="true" size={20} />
              {CATEGORIES[category].label}
            </Link>
          </li>
        ))}
      </ul>
      <ToFinder />
    </nav>
  )
}
