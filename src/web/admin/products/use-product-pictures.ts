import { pictureFileError } from '../../../contract/pictures.ts'
import { type PictureUpload, useUpload } from '../../forms/use-upload.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ProductDraft } from './product-draft.ts'

const FAILED = 'Error al subir la imagen'

/** The three slots, in the order of the shop. */
export const PICTURE_PLACES = [
  { name: 'Imagen principal', field: 'image' },
  { name: 'Segunda imagen', field: 'image_2' },
  { name: 'Tercera imagen', field: 'image_3' },
] as const

/** The uploads of the three pictures of a product. */
export function useProductPictures(
  change: (part: (now: ProductDraft) => Partial<ProductDraft>) => void,
): PictureUpload[] {
  const place = (i: number) => ({
    preset: 'product' as const,
    check: pictureFileError,
    failed: (reason: string) => `${FAILED}. ${reason}`,
    onDone: (path: string) => {
      change(({ images }) => ({ images: images.with(i, path) }))
      announce(`${PICTURE_PLACES[i]?.name} subida`)
    },
    onProblem: (_problem: string, isSent: boolean) => isSent && showToast('error', FAILED),
  })
  return [useUpload(place(0)), useUpload(place(1)), useUpload(place(2))]
}
