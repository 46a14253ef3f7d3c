/** Whether this text is visible in the viewport, outside toasts. */
export function isSaidInView(text: string): boolean {
  return sayersOf(text).some((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}

/** Whether the page shows this text, outside toasts; perhaps after scrolling. */
export function isSaid(text: string): boolean {
  return sayersOf(text).length > 0
}

function sayersOf(text: string): Element[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Element[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.nodeValue?.includes(text) ? node.parentElement : null
    if (
      element?.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.toast-region, .visually-hidden, script')
    )
      found.push(element)
  }
  return found
}
