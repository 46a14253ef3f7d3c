import { ImageOff } from 'lucide-react'
import './banners-page.css'

interface BannerPreviewProps {
  desktop: string | null
  mobile: string | null
  /** Name of the banner, for screen readers. */
  name: string
  onDesktopSize?: ((size: { width: number; height: number }) => void) | undefined
  /** Lines where screens of other shapes cut the pictures. */
  showsCuts?: boolean
}

/** The two pictures as visitors see them, cropped like in the carousel of the home page. */
export function BannerPreview({
  desktop,
  mobile,
  name,
  onDesktopSize,
  showsCuts = false,
}: BannerPreviewProps) {
  const isCut = showsCuts && (desktop !== null || mobile !== null)
  return (
    <div className={`banner-preview ${isCut ? 'with-cuts' : ''}`}>
      <Frame
        shape="desktop"
        caption="Escritorio, 1920x620"
        name={name}
        src={desktop}
        onSize={onDesktopSize}
      />
      <Frame shape="mobile" caption="Móvil, 360x432" name={name} src={mobile} />
      {isCut && (
        <p className="banner-preview-note note">
          Entre las líneas de escritorio queda lo que muestra una pantalla muy ancha (2560). Sobre la línea de
          móvil, lo que muestra una baja y ancha, como un teléfono acostado. Conviene que los textos queden
          ahí.
        </p>
      )}
    </div>
  )
}

interface FrameProps {
  shape: 'desktop' | 'mobile'
  caption: string
  name: string
  src: string | null
  onSize?: BannerPreviewProps['onDesktopSize']
}

function Frame({ shape, caption, name, src, onSize }: FrameProps) {
  return (
    <figure className={`banner-frame ${shape}`}>
      {src ? (
        <span className="banner-frame-picture">
          <img
            src={src}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              onSize?.({ width, height })
            }
          />
          <span className="banner-frame-cut" aria-hidden="true" />
        </span>
      ) : (
        <span className="banner-frame-none">
          <ImageOff aria-hidden="true" size={22} />
          Sin imagen
        </span>
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}
