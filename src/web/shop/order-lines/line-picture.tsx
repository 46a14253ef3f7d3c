import { Picture } from '../../ui/picture.tsx'

interface LinePictureProps {
  src: string | null | undefined
  /** Class with the size. */
  className: string
  /** The same size for the `sizes` attribute. */
  sizes: string
}

/** The small square picture of a product beside its name. */
export function LinePicture(picture: LinePictureProps) {
  return <Picture {...picture} alt="" widths={[160, 320]} width={1000} height={1000} />
}
