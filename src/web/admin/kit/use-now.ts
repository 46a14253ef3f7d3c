import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated every minute while the tab is visible. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
