// A worker whose own policy loads nothing, so it must stay one file without imports.

/** A picture to scale down to `width` pixels. */
export interface Task {
  file: File
  width: number
  /** The output type; a browser that cannot encode it makes a PNG. */
  type: 'image/jpeg' | 'image/webp'
  /** The type is accepted, so it is only scaled. */
  isFine: boolean
}

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  void madeOf(data).then(
    (made) => postMessage(made),
    () => postMessage(undefined),
  )
})

async function madeOf({ file, width, type, isFine }: Task): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, width / picture.width)
  if (scale === 1 && isFine) return undefined
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('There is no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type, quality: 0.9 })
}
