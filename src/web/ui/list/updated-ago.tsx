import { useEffect, useState } from 'react'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** 'Actualizado hace 6 s', 'Actualizado recién' in the first second, updated while the tab is visible. `at` in milliseconds; nothing for 0. */
export function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), 2 * SECOND)
    return () => clearInterval(timer)
  }, [])
  return at > 0 ? <span className="updated-ago">{`Actualizado ${age(now - at)}`}</span> : null
}

function age(ms: number): string {
  if (ms < SECOND) return 'recién'
  if (ms < MINUTE) return `hace ${Math.floor(ms / SECOND)} s`
  if (ms < HOUR) return `hace ${Math.floor(ms / MINUTE)} min`
  return `hace ${Math.floor(ms / HOUR)} h`
}
