import { useSyncExternalStore } from 'react'

/** The two cuts of a banner. Below 992 px a screen is mobile. */
export type Device = 'desktop' | 'mobile'

const MOBILE = '(max-width: 991.98px)'

/** The server, which sees no screen, takes it for a desktop. */
export function readDevice(): Device {
  return typeof window !== 'undefined' && window.matchMedia(MOBILE).matches ? 'mobile' : 'desktop'
}

/** 'desktop' while a page hydrates, as the server has drawn it. */
export function useDevice(): Device {
  return useSyncExternalStore(subscribe, readDevice, () => 'desktop')
}

function subscribe(listener: () => void): () => void {
  const screen = window.matchMedia(MOBILE)
  screen.addEventListener('change', listener)
  return () => screen.removeEventListener('change', listener)
}
