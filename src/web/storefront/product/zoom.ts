/** Scale of the picture and its offset from the centre of the window, in pixels of the window. */
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
const ZOOM_LEVELS = [1, 2.5, 4] as const
const MAX_SCALE = 4

/** Changes the scale and keeps the same spot of the picture under the point, which counts from the centre of the window. */
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

/** Keeps the edges of the picture at or outside those of the window. */
export function clampView({ scale, x, y }: View, picture: Size, window: Size): View {
  return {
    scale,
    x: within(x, (picture.width * scale - window.width) / 2),
    y: within(y, (picture.height * scale - window.height) / 2),
  }
}

/** Between -most and most; 0 when there is no room to move. */
function within(value: number, most: number): number {
  return most <= 0 ? 0 : Math.min(most, Math.max(-most, value))
}

/** The next level; from the last back to the whole picture. */
export function nextLevel(scale: number): number {
  return ZOOM_LEVELS.find((level) => level > scale + 0.01) ?? 1
}

export function levelUp(scale: number): number {
  return ZOOM_LEVELS.find((level) => level > scale + 0.01) ?? MAX_SCALE
}

export function levelDown(scale: number): number {
  return ZOOM_LEVELS.findLast((level) => level < scale - 0.01) ?? 1
}
