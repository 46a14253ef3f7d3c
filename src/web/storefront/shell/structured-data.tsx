import { useState } from 'react'
import { useHydrated } from '../../browser/hydrated.ts'

/** Structured data of schema.org for search engines, which read the first document: later pages need none. */
export function StructuredData({ data }: { data: object[] }) {
  const hydrated = useHydrated()
  const [text] = useState(() => (hydrated ? undefined : JSON.stringify(data).replaceAll('<', '\\u003c')))
  return text === undefined ? null : <script type="application/ld+json">{text}</script>
}
