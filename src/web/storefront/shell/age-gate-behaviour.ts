import { browserStorage, writeCookie } from '../../browser/storage.ts'
import { announce } from '../../ui/announcer.tsx'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/** Lets the gate open without a round trip. Call it once, before React starts. */
export function startAgeGate(): void {
  const gate = document.getElementById('gate')
  if (!gate) return
  if (document.documentElement.classList.contains('age-ok')) {
    // Confirmed before in this browser; a cached or restored page still has the gate.
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
    // Replaced, so that Back does not lead into the shop.
    window.location.replace(no.href)
  })
  gate.addEventListener('keydown', (event) => keepFocusIn(gate, event))
}

/** With the cookie the server leaves the gate out. Where storage is blocked, the class lasts as long as the page. */
function remember(): void {
  browserStorage.write('ageVerified', 'true')
  writeCookie('ageVerified', 'true', ONE_YEAR_S, window.location.protocol === 'https:')
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

/** The page below is inert; this also keeps Tab from leaving for the browser's own bars. */
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
