import { sendUpload, type UploadOptions } from '../send-upload.ts'

/** Uploads one picture and answers its path, `/media/…`, as products, brands and banners name it. */
export async function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  return new URL(await sendUpload(file, options), location.href).pathname
}
