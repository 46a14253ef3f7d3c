import { z } from 'zod'
import type { PicturePreset } from './pictures.ts'

const FOREIGN = 'La imagen no es de esta tienda'

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
