import { useNavigation } from 'react-router'
import './states.css'

/** A thin line under the header while a list refreshes in place; set `aria-busy` on the list for screen readers. */
export function RefreshLine({ active }: { active: boolean }) {
  return active && <span className="refresh-line" aria-hidden="true" />
}

/** The same line while the next page loads; render one in each page frame. */
export function NavigationLine() {
  return <RefreshLine active={useNavigation().state !== 'idle'} />
}
