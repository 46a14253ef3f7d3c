import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { Session } from '../../session/session.ts'
import { favorites, NO_IDS, type Ids } from '../product-card/chosen.ts'
import { setCompared, takeFromAccount } from './choose.ts'
import { choosePaths } from './choose-paths.ts'
import './choosing.css'

/** Where products are looked at: the bar would cover the forms of cart, account and claims. */
const LOOKING = /^\/(?:$|productos|producto\/|merch|elegir|favoritos)/

/** The favourites of the account, and a bar while something is compared. */
export function Choosing({ session, ids }: { session: Session | null; ids: Ids }) {
  useFavoritesOf(session?.userId)
  const { pathname } = useLocation()
  if (ids.length === 0 || !LOOKING.test(pathname)) return null
  return (
    <aside className="choosing" aria-label="Para comparar">
      <Link className="button primary" to={choosePaths.compare(ids)}>
        {`Ver ${ids.length} lado a lado`}
      </Link>
      <button type="button" className="button secondary" onClick={() => setCompared(NO_IDS)}>
        Vaciar
      </button>
    </aside>
  )
}

/** Read once for each account; nothing of it stays after a sign-out. */
function useFavoritesOf(userId: number | undefined) {
  useEffect(() => {
    if (userId === undefined) return undefined
    void takeFromAccount()
    return () => favorites.set(NO_IDS)
  }, [userId])
}
