import { pictureFileError } from '../../../contract/pictures.ts'
import { type PictureUpload, useUpload } from '../../forms/use-upload.ts'
import { announce } from '../../ui/announcer.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ProductDraft } from './product-draft.ts'

const FAILED = 'Error al subir la imagen'

const OPTIONS = {
  preset: 'product',
  check: pictureFileError,
  failed: () => FAILED,
  onProblem: (_problem: string, isSent: boolean) => isSent && showToast('error', FAILED),
} as const

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
    ...OPTIONS,
    onDone: (path: string) => {
      change(({ images }) => ({ images: images.with(i, path) }))
      announce(`${PICTURE_PLACES[i]?.name} subida`)
    },
  })
  return [useUpload(place(0)), useUpload(place(1)), useUpload(place(2))]
}

/** The upload of the picture of a presentation. */
export function usePresentationPicture(onDone: (path: string) => void): PictureUpload {
  return useUpload({ ...OPTIONS, onDone })
}
