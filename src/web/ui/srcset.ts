/** Pictures are stored as `…/{width}.avif` and `…/{width}.webp`; any other address has one size only. */
const SIZED = /\/\d+\.(?:webp|avif)$/

/** The `srcset` of a picture in the given widths, or undefined when it comes in one size. */
export function srcSet(src: string, widths: readonly number[], format: 'avif' | 'webp'): string | undefined {
  if (!SIZED.test(src)) return undefined
  const folder = src.slice(0, src.lastIndexOf('/'))
  return widths.map((width) => `${folder}/${width}.${format} ${width}w`).join(', ')
}
