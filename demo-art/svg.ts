/** Small pieces that all drawings share. */
export type Point = readonly [x: number, y: number]

/** A coordinate as it is written into a path: two decimals are finer than any pixel we draw. */
export const n = (value: number): string => String(Math.round(value * 100) / 100)

export const pair = ([x, y]: Point): string => `${n(x)} ${n(y)}`

export const polygon = (points: Point[]): string => `M${points.map(pair).join('L')}Z`

export function svg(width: number, height: number, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${body}</svg>`
}

export function verticalGradient(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

/** Fine paper grain over a whole picture; needs `materials()` among the defs. */
export const grain = (width: number, height: number, opacity: number): string =>
  `<rect width="${width}" height="${height}" filter="url(#grain)" opacity="${opacity}"/>`
