import { Picture } from '../../ui/picture.tsx'

interface LinePictureProps {
  src: string | null | undefined
  /** Sets the size in the sheet. */
  className: string
  /** That size, for the `sizes` attribute. */
  sizes: string
}

/** The small square picture of a product beside its name. */
export function LinePicture(picture: LinePictureProps) {
  return <Picture {...picture} alt="" widths={[160, 320]} width={1000} height={1000} />
}
