/** A background tab paints nothing, and a large picture may take long. */
const LONGEST_WAIT_MS = 1500

/**
 * Inserts the page's scripts after the first frame and its largest picture are painted, so that they do not compete
 * for bandwidth (decisions 0016, 0018); at once in the panel, which shows nothing without them. The class `drawn`
 * releases deferred pictures and fonts.
 */
export function fetchScripts(giveUp: () => void): void {
  const addScripts = () => {
    const template = document.getElementById('scripts') as HTMLTemplateElement | null // safe: the server renders a template
    if (!template) return
    document.documentElement.classList.add('drawn')
    const entry = template.content.lastChild as HTMLScriptElement // safe: the server puts the entry last
    entry.addEventListener('error', giveUp)
    document.body.append(template.content)
    template.remove()
  }
  if (document.getElementById('scripts')?.dataset['now']) return addScripts()
  const addAfterFrame = () => requestAnimationFrame(() => setTimeout(addScripts))
  const onPaint = (entries: PerformanceObserverEntryList) => {
    if (!entries.getEntriesByName('first-contentful-paint').length) return
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
    if (!picture || picture.complete) addAfterFrame()
    else for (const end of ['load', 'error']) picture.addEventListener(end, addAfterFrame)
  }
  try {
    new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
  } catch {
    setTimeout(addScripts)
  }
  setTimeout(addScripts, LONGEST_WAIT_MS)
}
