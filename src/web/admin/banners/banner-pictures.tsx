import { Crop, ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { Banner } from '../../../contract/banners.ts'
import { pictureFileError } from '../../../contract/pictures.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import type { Form } from '../../forms/use-form.ts'
import { useUpload } from '../../forms/use-upload.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { type BannerDraft, mobileCut, type PixelSize, sizeWarning } from './banner-rules.ts'
import './banners-page.css'

const uploadFailed = (reason: string) => `Error al subir la imagen: ${reason}`

type BannerForm = Pick<
  Form<Banner | undefined, BannerDraft>,
  'base' | 'values' | 'errors' | 'change' | 'fail'
>

/** The two pictures of a banner, and how the home page shows them. */
export function BannerPictures({ form }: { form: BannerForm }) {
  const { values, errors, change, fail } = form
  // Of the main one.
  const [size, setSize] = useState<PixelSize>()
  const shared = (name: 'image_url' | 'mobile_image_url') => ({
    preset: 'banner' as const,
    check: pictureFileError,
    failed: uploadFailed,
    onDone: (path: string) => {
      change({ [name]: path })
      showToast('success', 'Imagen subida exitosamente')
    },
    onProblem: (problem: string) => showToast('error', problem),
  })
  const main = useUpload({
    ...shared('image_url'),
    onStart: (file) => void sizeOf(file).then(setSize),
  })
  const mobile = useUpload(shared('mobile_image_url'))
  /** Crops the picture for phones from the main one. */
  const cut = async (address: string) => {
    try {
      mobile.take(await mobileVersion(address))
    } catch (error) {
      const text = uploadFailed(error instanceof Error ? error.message : 'motivo desconocido')
      showToast('error', text)
      fail({ fields: { mobile_image_url: text }, general: [] })
    }
  }
  const { image_url } = values
  const [mainShown, mobileShown] = [main.preview ?? image_url, mobile.preview ?? values.mobile_image_url]
  return (
    <>
      <PictureField
        id="banner-image_url"
        label="Imagen principal"
        hint="Recomendado 1920x620, proporción 3.1:1. JPG, PNG o WebP; las más grandes se achican antes de subir."
        value={image_url}
        upload={main}
        onRemove={() => change({ image_url: null })}
        error={errors['image_url']}
      >
        <output className="picture-warning">{mainShown && size ? sizeWarning(size) : undefined}</output>
      </PictureField>
      <PictureField
        id="banner-mobile_image_url"
        label="Imagen móvil"
        optional
        hint="Proporción 5:6, por ejemplo 750x900. Sin ella el banner no se muestra en la portada."
        value={values.mobile_image_url}
        upload={mobile}
        onRemove={() => change({ mobile_image_url: null })}
        error={errors['mobile_image_url']}
      >
        {image_url && !mobileShown && (
          <IconButton
            icon={Crop}
            text="Generar versión móvil"
            className="banner-cut"
            onClick={() => void cut(image_url)}
          />
        )}
      </PictureField>
      <section className="banner-form-preview" aria-label="Vista previa">
        <BannerPreview
          desktop={mainShown}
          mobile={mobileShown}
          name={values.title || 'Banner sin título'}
          // The file has the size of a new picture: stored versions differ.
          onDesktopSize={mainShown === (form.base?.image_url ?? null) ? setSize : undefined}
          showsCuts
        />
      </section>
    </>
  )
}

/** Undefined when this browser cannot decode it; the server then reports it. */
async function sizeOf(file: File): Promise<PixelSize | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  const size = picture && { width: picture.width, height: picture.height }
  picture?.close()
  return size
}

/** Twice the width of a phone's carousel, in pixels. */
const WIDTH = 750
const HEIGHT = 900

/** Crops the middle of a stored picture to the ratio of a phone's carousel. */
async function mobileVersion(address: string): Promise<File> {
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

interface BannerPreviewProps {
  desktop: string | null
  mobile: string | null
  /** Name of the banner, for screen readers. */
  name: string
  onDesktopSize?: ((size: PixelSize) => void) | undefined
  /** Lines where screens of other shapes cut the pictures. */
  showsCuts?: boolean
}

/** The two pictures as visitors see them, cropped like in the carousel of the home page. */
export function BannerPreview(props: BannerPreviewProps) {
  const { desktop, mobile, name, onDesktopSize, showsCuts = false } = props
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
