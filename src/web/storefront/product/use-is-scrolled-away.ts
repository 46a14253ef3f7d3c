import { type RefObject, useEffect, useState } from 'react'

/** True while a place is above the screen and the footer is not visible. */
export function useIsScrolledAway(place: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setAbove] = useState(false)
  const [isAtEnd, setAtEnd] = useState(false)
  useEffect(() => {
    const footer = document.querySelector('footer')
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (target === footer) setAtEnd(isIntersecting)
        else setAbove(!isIntersecting && boundingClientRect.top < 0)
      }
    })
    if (place.current) observer.observe(place.current)
    if (footer) observer.observe(footer)
    return () => observer.disconnect()
  }, [place])
  return isAbove && !isAtEnd
}
