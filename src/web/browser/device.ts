import { matchesMedia, useMedia } from './media.ts'

/** Whether the screen is narrow or wide, for the choice of pictures. The server assumes a wide one. */
export type Device = 'desktop' | 'mobile'

const MOBILE = '(width < 62rem)'

export function readDevice(): Device {
  return matchesMedia(MOBILE) ? 'mobile' : 'desktop'
}

/** 'desktop' while a page hydrates. */
export function useDevice(): Device {
  return useMedia(MOBILE) ? 'mobile' : 'desktop'
}
