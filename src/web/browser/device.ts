import { matchesMedia, useMedia } from './media.ts'

/** A narrow screen or a wide one, as far as pictures differ. The server takes every screen for a wide one. */
export type Device = 'desktop' | 'mobile'

const MOBILE = '(width < 62rem)'

export function readDevice(): Device {
  return matchesMedia(MOBILE) ? 'mobile' : 'desktop'
}

/** 'desktop' while a page hydrates. */
export function useDevice(): Device {
  return useMedia(MOBILE) ? 'mobile' : 'desktop'
}
