/** The longest side of a logo, in pixels: what is sent, and what is kept. */
export const LOGO_LEAST = 512
export const LOGO_MOST = 600

/** Too wide or too high for the head of a page. */
export function isOddLogo({ width, height }: { width: number; height: number }): boolean {
  return width > 6 * height || height > 2 * width
}
