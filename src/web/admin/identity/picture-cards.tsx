import { LOGO_TYPES, logoFileError, pictureFileError } from '../../../contract/pictures.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'
import { Panel } from '../shell/panel.tsx'
import { IDENTITY } from './identity-draft.ts'
import type { IdentityFormState } from './use-identity-form.ts'

/** Logo, icon and other pictures of the shop. Without them the default illustrations show, in shades of the accent. */
export function PicturesCard({ form }: { form: IdentityFormState }) {
  return (
    <Panel title="Logo e imágenes">
      <OnePicture
        form={form}
        name="logo"
        hint="SVG, PNG o WebP de 512 píxeles o más, con fondo transparente. Un logo ancho va sin el nombre al lado"
        shape="logo"
      />
      <OnePicture
        form={form}
        name="icon"
        hint="Para pestañas y teléfonos, que le recortan las esquinas. Cuadrado, de 512 píxeles o más. Sin ícono: el logo"
        shape="icon"
      />
      <OnePicture
        form={form}
        name="share_picture"
        hint="Lo que muestran los chats junto a un enlace. 1200 × 630 o más. Sin imagen: un paisaje con el logo"
        shape="share"
      />
      <OnePicture
        form={form}
        name="gate_picture"
        hint="Detrás de la pregunta por la edad. Apaisada, sin letras. Sin imagen: un paisaje dibujado"
        shape="share"
      />
    </Panel>
  )
}

interface OnePictureProps {
  form: IdentityFormState
  name: 'logo' | 'icon' | 'share_picture' | 'gate_picture'
  hint: string
  shape: 'logo' | 'icon' | 'share'
}

function OnePicture({ form, name, hint, shape }: OnePictureProps) {
  const isLogo = name === 'logo' || name === 'icon'
  const upload = useUpload({
    preset: isLogo ? 'logo' : 'banner',
    check: isLogo ? logoFileError : pictureFileError,
    asItIs: isLogo,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: (picture) => form.change({ [name]: picture }),
  })
  const shown = upload.preview ?? form.values[name]
  return (
    <PictureField
      id={form.idOf(name)}
      label={IDENTITY[name]}
      optional
      hint={hint}
      types={isLogo ? LOGO_TYPES : undefined}
      value={form.values[name]}
      upload={upload}
      onRemove={() => form.change({ [name]: null })}
      error={form.errors[name]}
    >
      {shown && <img className={`identity-${shape}`} src={shown} alt="" />}
    </PictureField>
  )
}
