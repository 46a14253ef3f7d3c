/** What pictures are for. It decides how large they may be and in which widths they are kept. */
export const PICTURE_PRESETS = ['product', 'brand', 'banner', 'warranty'] as const
export type PicturePreset = (typeof PICTURE_PRESETS)[number]

/**
 * Widths in pixels of what is uploaded, smallest first. A picture is never enlarged: it has those that it reaches. Any
 * of them may be asked for, the next larger one is sent when it is missing.
 */
export const PICTURE_WIDTHS: Record<PicturePreset, readonly number[]> = {
  product: [320, 480, 640, 1000, 1600],
  brand: [96, 192, 600],
  banner: [480, 750, 1280, 1920],
  warranty: [480, 1600],
}
