import { Picture } from '../../ui/picture.tsx'

interface LinePictureProps {
  src: string | null | undefined
  /** Of the sheet, which gives it its size. */
  className: string
  /** That size, for the browser's choice of a file. */
  sizes: string
}

/** The small square picture of a product beside its name. */
export function LinePicture(picture: LinePictureProps) {
  return <Picture {...picture} alt="" widths={[160, 320]} width={1000} height={1000} />
}
