import { mobileCut } from './banner-rules.ts'

/** Twice the width of a phone's carousel, in pixels. */
const WIDTH = 750
const HEIGHT = 900

/** Crops the middle of a stored picture to the ratio of a phone's carousel. */
export async function mobileVersion(address: string): Promise<File> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error('No se pudo leer la imagen principal')
  const picture = await createImageBitmap(await answer.blob())
  const { x, y, width, height } = mobileCut(picture)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, WIDTH, HEIGHT)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  if (!blob) throw new Error('No se pudo recortar la imagen')
  return new File([blob], 'version-movil.jpg', { type: 'image/jpeg' })
}
