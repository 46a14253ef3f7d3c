import { useEffect, useState } from 'react'

/** Keeps the screen on while the page is visible, where the browser allows it. True while it does. */
export function useScreenAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isGone = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        lock.addEventListener('release', () => setAwake(false))
        if (isGone) await lock.release()
        else setAwake(true)
      } catch {
        // A low battery or a policy may forbid it: the screen then turns off as usual.
      }
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isGone = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
  return isAwake
}
