import '../styles/refresh-line.css'

/** Two pixels under the header while a list that stays in its place is asked for anew; `aria-busy` says it in words. */
export function RefreshLine({ active }: { active: boolean }) {
  return active && <span className="refresh-line" aria-hidden="true" />
}
