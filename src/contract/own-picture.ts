import { z } from 'zod'
import type { PicturePreset } from './pictures.ts'

const FOREIGN = 'La imagen no es de esta tienda'

/** A picture that comes with the site: the cups of the demo, the drawings of the guide. */
export const SITE_PICTURE = z
  .string(FOREIGN)
  .regex(/^\/pictures\/[a-z0-9-]{1,60}\/\d{2,4}\.(?:webp|jpg)$/, FOREIGN)

/** The path of a picture that was uploaded to this shop for this purpose. Null and '' mean none. */
export const ownPicture = (preset: PicturePreset) =>
  z.union([
    z.null(),
    z.literal('').transform(() => null),
    z
      .string(FOREIGN)
      .max(300, FOREIGN)
      .regex(/^\/media\/[a-z]+\/[A-Za-z0-9_-]{1,80}\/\d{2,4}\.(?:webp|avif|png|svg)$/, FOREIGN)
      .refine((address) => address.startsWith(`/media/${preset}/`), FOREIGN),
  ])
