/** Whether this text is visible in the viewport, outside toasts. */
export function isSaidInView(text: string): boolean {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.nodeValue?.includes(text) && node.parentElement && isInView(node.parentElement)) return true
  }
  return false
}

function isInView(element: Element): boolean {
  if (
    element.closest('.toast-region, .visually-hidden, script') ||
    !element.checkVisibility({ visibilityProperty: true })
  )
    return false
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
