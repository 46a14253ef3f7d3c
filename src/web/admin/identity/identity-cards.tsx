import {
  COLOUR_PATTERN,
  contrastsOf,
  contrastText,
  HEADING_FONTS,
  paletteOf,
  type Scheme,
} from '../../../contract/settings/look.ts'
import { Field } from '../../ui/form/field.tsx'
import { ChoiceField } from '../kit/choice-field.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { Panel } from '../shell/panel.tsx'
import { IDENTITY } from '../activity/field-names.ts'
import { readableLook } from './identity-draft.ts'
import type { IdentityFormState } from './use-identity-form.ts'
import { LOGO_TYPES, logoFileError, pictureFileError } from '../../../contract/pictures.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'

interface CardProps {
  form: IdentityFormState
}

export function NameCard({ form }: CardProps) {
  return (
    <Panel title="Nombre y textos">
      <PublicField label={IDENTITY.shop_name} maxLength={60} {...form.field('shop_name')} />
      <PublicField label={IDENTITY.tagline} optional maxLength={120} {...form.field('tagline')} />
      <PublicTextArea
        label={IDENTITY.about}
        optional
        rows={6}
        maxLength={2000}
        hint="Se muestra en la página de inicio"
        {...form.field('about')}
      />
      <PublicTextArea
        label={IDENTITY.registration_text}
        optional
        rows={3}
        maxLength={500}
        hint="Texto y números de inscripción, tal como se muestran"
        {...form.field('registration_text')}
      />
    </Panel>
  )
}

export function ColoursCard({ form }: CardProps) {
  return (
    <Panel title="Colores y letra">
      <p className="field-hint">
        Vacío: el color que trae la tienda. Cada color se prueba con los textos que lleva.
      </p>
      <Colours form={form} scheme="light" />
      <Colours form={form} scheme="dark" />
      <ChoiceField
        label={IDENTITY.heading_font}
        id={form.idOf('heading_font')}
        value={form.values.heading_font}
        onChange={({ target }) => {
          const font = FONTS.find((one) => one === target.value)
          if (font) form.change({ heading_font: font })
        }}
        names={HEADING_FONTS}
      />
    </Panel>
  )
}

const FONTS = ['display', 'ui', 'serif'] as const

function Colours({ form, scheme }: CardProps & { scheme: Scheme }) {
  const names = [`accent_${scheme}`, `ground_${scheme}`] as const
  const isReadable = names.every((name) => COLOUR_PATTERN.test(form.values[name]))
  const ratios = isReadable ? contrastsOf(form.values, scheme) : undefined
  return (
    <div className="identity-colours stack-3">
      <ColourField form={form} name={`accent_${scheme}`} ratio={ratios?.accent} />
      <ColourField form={form} name={`ground_${scheme}`} ratio={ratios?.ground} />
    </div>
  )
}

type ColourName = `${'accent' | 'ground'}_${Scheme}`

/** A colour as text, with the browser's picker. */
function ColourField({ form, name, ratio }: CardProps & { name: ColourName; ratio: number | undefined }) {
  const [part, scheme] = name.split('_') as ['accent' | 'ground', Scheme] // safe: how the names are made
  const { primary, bg } = paletteOf(readableLook(form.values), scheme)
  const shown = part === 'accent' ? primary : bg
  return (
    <div className="identity-colour stack-2">
      <Field
        label={IDENTITY[name]}
        optional
        maxLength={7}
        spellCheck={false}
        placeholder={shown}
        hint={ratio === undefined ? undefined : `Contraste ${contrastText(ratio)}`}
        {...form.field(name)}
      />
      <input
        type="color"
        className="identity-picker"
        aria-label={`Elegir: ${IDENTITY[name]}`}
        value={shown.toLowerCase()}
        onChange={({ target }) => form.change({ [name]: target.value })}
      />
    </div>
  )
}

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
