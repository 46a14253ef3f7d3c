import { announce } from '../ui/announcer.tsx'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/** Makes the gate of the document work without a round trip. Call it once, before React starts. */
export function startAgeGate(): void {
  const gate = document.getElementById('gate')
  if (!gate) return
  if (document.documentElement.classList.contains('age-ok')) {
    // Confirmed in this browser before; a page that was kept or restored still brings the gate along.
    openSite(gate)
    return
  }
  gate.querySelector<HTMLElement>('#gate-title')?.focus({ preventScroll: true })
  gate.querySelector('#gate-form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    remember()
    openSite(gate)
    arrive()
  })
  const no = gate.querySelector<HTMLAnchorElement>('#gate-no')
  no?.addEventListener('click', (event) => {
    event.preventDefault()
    no.textContent = 'Saliendo…'
    // Replaced, so that "back" does not lead into the shop.
    window.location.replace(no.href)
  })
  gate.addEventListener('keydown', (event) => keepFocusIn(gate, event))
}

/** The cookie lets the server leave the gate out; where storage is blocked, the class alone lasts as long as the page. */
function remember(): void {
  try {
    localStorage.setItem('ageVerified', 'true')
  } catch {
    // Blocked: the cookie or the class has to do.
  }
  try {
    const secure = window.location.protocol === 'https:' ? '; secure' : ''
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store is not in every browser
    document.cookie = `ageVerified=true; path=/; max-age=${ONE_YEAR_S}; samesite=lax${secure}`
  } catch {
    // A sandboxed document may not even try.
  }
}

function openSite(gate: HTMLElement): void {
  document.documentElement.classList.add('age-ok')
  const site = document.getElementById('site')
  if (site) site.inert = false
  gate.remove()
}

function arrive(): void {
  const heading = document.querySelector<HTMLElement>('#contenido h1')
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  announce(document.title)
}

/** The page below is inert; this keeps Tab from leaving for the browser's own bars as well. */
function keepFocusIn(gate: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return
  const stops = [...gate.querySelectorAll<HTMLElement>('button, a[href]')]
  const first = stops[0]
  const last = stops.at(-1)
  const isOutside = !stops.some((stop) => stop === document.activeElement)
  if (event.shiftKey && (document.activeElement === first || isOutside)) {
    event.preventDefault()
    last?.focus()
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault()
    first?.focus()
  }
}
