/** Cloth: folds that shade what is printed on it, and seams. */

export interface Cloth {
  cloth: string
  deep: string
  /** How strongly folds show: dark cloth swallows shade and takes light. */
  folds: { shade: number; shine: number }
}

type Fold = readonly [path: string, width: number, strength?: number]

/** Needs `clothDefs`. Each fold is a soft shade with a light beside it; `clip` is the outline of the piece. */
export function folded(clip: string, { folds }: Cloth, list: readonly Fold[]): string {
  const soft = list.map(([d, width, strength = 1]) => {
    const line = (stroke: string, by: number, w: number, opacity: number) =>
      `<path d="${d}" transform="translate(${by},${by * 0.4})" stroke="${stroke}" stroke-width="${w}" opacity="${(opacity * strength).toFixed(2)}"/>`
    return (
      line('#000', width * 0.3, width, folds.shade) + line('#fff', -width * 0.5, width * 0.55, folds.shine)
    )
  })
  return `<g clip-path="url(#${clip})"><g fill="none" stroke-linecap="round" filter="url(#fold)">${soft.join('')}</g></g>`
}

/** A seam: a dark line in a shallow groove. */
export const seam = (d: string, opacity = 0.42): string =>
  `<path d="${d}" fill="none" stroke="#fff" stroke-opacity="${opacity * 0.4}" stroke-width="7" transform="translate(-2,-2)"/><path d="${d}" fill="none" stroke="#000" stroke-opacity="${opacity}" stroke-width="4"/>`

/** A row of stitches with the shadow below each. */
export const stitches = (d: string, thread: string): string =>
  `<path d="${d}" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="4" stroke-dasharray="11 6" transform="translate(1.5,2.5)"/><path d="${d}" fill="none" stroke="${thread}" stroke-width="3.2" stroke-dasharray="11 6"/>`

export const clothDefs = `<filter id="fold" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="15"/></filter>
<filter id="weave" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.5 0.22" numOctaves="2" seed="3" result="noise"/><feDiffuseLighting in="noise" surfaceScale=".65" diffuseConstant="1.05" lighting-color="#fff" result="threads"><feDistantLight azimuth="215" elevation="60"/></feDiffuseLighting><feComposite in="threads" in2="SourceAlpha" operator="in" result="on"/><feBlend in="SourceGraphic" in2="on" mode="multiply"/></filter>`
