import { useEffect, useState } from 'react'

/** Counts down from `from` once a second; 0 when it has ended or was never started. */
export function useCountdown(from = 0): [secondsLeft: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => (from > 0 ? Date.now() + from * 1000 : 0))
  const [left, setLeft] = useState(from)
  useEffect(() => {
    if (endsAt === 0) return undefined
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setEndsAt(0)
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [endsAt])
  const start = (seconds: number) => {
    setLeft(Math.ceil(seconds))
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [left, start]
}

/** "45 s", "2:05". */
export function inClock(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
