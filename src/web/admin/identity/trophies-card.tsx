import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { pictureFileError } from '../../../contract/pictures.ts'
import { TROPHIES } from '../../../contract/settings-rules.ts'
import { PictureField } from '../../forms/picture-field.tsx'
import { useUpload } from '../../forms/use-upload.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Panel } from '../shell/panel.tsx'
import type { TrophyDraft } from './identity-draft.ts'
import type { IdentityFormState } from './use-identity-form.ts'

/** The cups, in the order of their page. Without any the shop has no such page. */
export function TrophiesCard({ form }: { form: IdentityFormState }) {
  const won = form.values.trophies
  const change = (trophies: TrophyDraft[]) => form.change({ trophies })
  const replace = (at: number, part: Partial<TrophyDraft>) =>
    form.change(({ trophies }) => ({
      trophies: trophies.map((one, i) => (i === at ? { ...one, ...part } : one)),
    }))
  return (
    <Panel title="Trofeos">
      <div id={form.idOf('trophies')} tabIndex={-1}>
        <p className="field-hint">Sin trofeos, la tienda no muestra la página TROFEOS.</p>
        {form.errors['trophies'] && <FieldError>{form.errors['trophies']}</FieldError>}
      </div>
      <ol className="identity-trophies">
        {won.map((trophy, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a trophy has no name of its own until it is typed
          <li key={i}>
            <fieldset>
              <legend>Trofeo {i + 1}</legend>
              <TrophyFields id={`trophy-${i}`} trophy={trophy} onChange={(part) => replace(i, part)} />
              <TrophyActions place={i} won={won} onChange={change} />
            </fieldset>
          </li>
        ))}
      </ol>
      {won.length < TROPHIES && (
        <IconButton icon={Plus} text="Agregar trofeo" onClick={() => change([...won, NEW_TROPHY])} />
      )}
    </Panel>
  )
}

interface TrophyActionsProps {
  place: number
  won: TrophyDraft[]
  onChange: (won: TrophyDraft[]) => void
}

function TrophyActions({ place, won, onChange }: TrophyActionsProps) {
  return (
    <div className="identity-trophy-actions">
      {place > 0 && (
        <IconButton icon={ArrowUp} text="Subir" onClick={() => onChange(moved(won, place, place - 1))} />
      )}
      {place < won.length - 1 && (
        <IconButton icon={ArrowDown} text="Bajar" onClick={() => onChange(moved(won, place, place + 1))} />
      )}
      <IconButton
        icon={Trash2}
        text="Quitar"
        look="quiet"
        aria-label={`Quitar el trofeo ${place + 1}`}
        onClick={() => onChange(won.filter((_, other) => other !== place))}
      />
    </div>
  )
}

const NEW_TROPHY: TrophyDraft = {
  place: '1',
  cup: '',
  city: '',
  year: '',
  variety: '',
  picture: null,
  logo: null,
}

function moved(list: TrophyDraft[], from: number, to: number): TrophyDraft[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

interface TrophyFieldsProps {
  id: string
  trophy: TrophyDraft
  onChange: (part: Partial<TrophyDraft>) => void
}

function TrophyFields({ id, trophy, onChange }: TrophyFieldsProps) {
  const bind = (name: 'place' | 'cup' | 'city' | 'year' | 'variety') => ({
    id: `${id}-${name}`,
    value: trophy[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const upload = useUpload({
    preset: 'product',
    check: pictureFileError,
    failed: (reason) => `Error al subir la imagen: ${reason}`,
    onDone: (picture) => onChange({ picture }),
  })
  return (
    <>
      <Field label="Copa" maxLength={80} {...bind('cup')} />
      <div className="identity-trophy-row">
        <Field label="Puesto" inputMode="numeric" maxLength={2} {...bind('place')} />
        <Field label="Año" inputMode="numeric" maxLength={4} {...bind('year')} />
      </div>
      <Field label="Ciudad" optional maxLength={60} {...bind('city')} />
      <Field label="Variedad premiada" optional maxLength={100} {...bind('variety')} />
      <PictureField
        id={`${id}-picture`}
        label="Imagen"
        optional
        hint="JPG, PNG o WebP, max 5MB"
        value={trophy.picture}
        upload={upload}
        onRemove={() => onChange({ picture: null })}
      >
        {(upload.preview ?? trophy.picture) && (
          <img className="identity-cup" src={upload.preview ?? trophy.picture ?? ''} alt="" />
        )}
      </PictureField>
    </>
  )
}
