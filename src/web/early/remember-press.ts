const LONGEST_WAIT_MS = 15_000

const status = document.createElement('div')
const submits = document.querySelectorAll<HTMLButtonElement>(
  '#root form[method=post] button[type=submit]:disabled',
)
let pressed: HTMLButtonElement | undefined
/** Its place among all buttons, and how many they were. */
let place = 0
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Remembers a press of a button that needs the page's script: the button looks busy, and is pressed again after
 * hydration. Only the last press counts. Posted forms wait too and are not sent.
 */
export function rememberPresses(): void {
  status.className = 'toast-region'
  status.setAttribute('role', 'status')
  document.body.append(status)
  allowSubmits(true)
  document.addEventListener('click', onClick, true)
  document.addEventListener('submit', holdForm, true)
  addEventListener('stuck', giveUp)
  addEventListener('live', onLive, { once: true })
}

/**
 * Called when the script fails to load or start, or a press has waited too long: buttons become as the server rendered
 * them, and a text says why. A page that hydrates after all removes the text.
 */
export function giveUp(): void {
  stopRemembering()
  pressed = undefined
  allowSubmits(false)
  say('toast toast-warning', 'La página no terminó de cargar. Recargala para seguir.')
}

function onLive(): void {
  stopRemembering()
  document.removeEventListener('submit', holdForm, true)
  status.remove()
  if (!pressed) return
  // The panel replaces what the server rendered, and so does a page that a translator or an extension has changed.
  const { outerHTML, className, isConnected } = pressed
  const buttons = allButtons()
  const same = isConnected ? pressed : buttons.find((one) => one.outerHTML === outerHTML)
  const isAlike = buttons.length === count && buttons[place]?.className === className
  ;(same ?? (isAlike ? buttons[place] : undefined))?.click()
}

function allButtons(): HTMLButtonElement[] {
  return [...document.querySelectorAll<HTMLButtonElement>('#root button')]
}

function onClick(event: Event): void {
  const button = (event.target as Element).closest<HTMLButtonElement>('#root button') // safe: clicks land on elements
  if (!button || (button.type !== 'button' && button.form && button.form.method !== 'post')) return
  event.preventDefault()
  event.stopPropagation()
  showIdle()
  pressed = button
  const buttons = allButtons()
  place = buttons.indexOf(button)
  count = buttons.length
  button.setAttribute('aria-busy', 'true')
  say('visually-hidden', 'Cargando…')
  timer = setTimeout(giveUp, LONGEST_WAIT_MS)
}

function holdForm(event: Event): void {
  if ((event.target as Element).closest('#root form[method=post]')) event.preventDefault() // safe: forms are elements
}

function stopRemembering(): void {
  showIdle()
  document.removeEventListener('click', onClick, true)
  removeEventListener('stuck', giveUp)
}

function showIdle(): void {
  clearTimeout(timer)
  if (pressed) pressed.removeAttribute('aria-busy')
}

function allowSubmits(allowed: boolean): void {
  for (const button of submits) button.disabled = !allowed
}

function say(className: string, text: string): void {
  status.innerHTML = `<p class="${className}">${text}</p>`
}
