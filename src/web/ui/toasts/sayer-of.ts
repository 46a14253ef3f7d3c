/** The first visible element outside toasts that shows this text; perhaps after scrolling. */
export function sayerOf(text: string): Element | undefined {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.nodeValue?.includes(text) ? node.parentElement : null
    if (
      element?.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.toast-region, .visually-hidden, script')
    )
      return element
  }
  return undefined
}
