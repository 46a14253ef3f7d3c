import { useState, useSyncExternalStore } from 'react'

const never = () => () => {}

/** Facts in the words of schema.org. For search engines, which read the page as it was sent: later pages need none. */
export function StructuredData({ data }: { data: object[] }) {
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [text] = useState(() => (isHydrating ? JSON.stringify(data).replaceAll('<', '\\u003c') : undefined))
  return text === undefined ? null : <script type="application/ld+json">{text}</script>
}
