/** A picture behind a window: how large, and how far it is moved from the middle, in pixels of the window. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const FIT: View = { scale: 1, x: 0, y: 0 }
/** Fit, close, closest. */
export const ZOOM_LEVELS = [1, 2.5, 4] as const
const MAX_SCALE = 4

/** Changes the scale so that what is under the point stays under it. The point counts from the middle of the window. */
export function zoomAt(
  view: View,
  scale: number,
  point: { x: number; y: number },
  picture: Size,
  window: Size,
): View {
  const next = Math.min(MAX_SCALE, Math.max(1, scale))
  const ratio = next / view.scale
  return clampView(
    { scale: next, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    picture,
    window,
  )
}

/** Keeps the picture in the window: its edge never comes further in than the edge of the window. */
export function clampView({ scale, x, y }: View, picture: Size, window: Size): View {
  return {
    scale,
    x: within(x, (picture.width * scale - window.width) / 2),
    y: within(y, (picture.height * scale - window.height) / 2),
  }
}

/** Between −most and most; the middle when there is no room to move. */
function within(value: number, most: number): number {
  return most <= 0 ? 0 : Math.min(most, Math.max(-most, value))
}

/** The next level up; from the closest back to the whole picture. */
export function nextLevel(scale: number): number {
  return ZOOM_LEVELS.find((level) => level > scale + 0.01) ?? 1
}

export function levelUp(scale: number): number {
  return ZOOM_LEVELS.find((level) => level > scale + 0.01) ?? MAX_SCALE
}

export function levelDown(scale: number): number {
  return ZOOM_LEVELS.findLast((level) => level < scale - 0.01) ?? 1
}
