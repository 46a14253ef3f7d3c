/** The longest side of a logo in pixels, uploaded and stored. */
export const LOGO_LEAST = 512
export const LOGO_MOST = 600

/** Too wide or too high for a page header. */
export function isOddLogo({ width, height }: { width: number; height: number }): boolean {
  return width > 6 * height || height > 2 * width
}
