import { TROPHIES } from '../../../contract/settings/settings-rules.ts'
import { Field, FieldError } from '../../ui/form/field.tsx'
import { PublicField } from '../shell/public-field.tsx'
import { Panel } from '../shell/panel.tsx'
import type { TrophyDraft } from './identity-draft.ts'
import { ItemPicture } from '../shell/item-picture.tsx'
import { OrderedItems } from './ordered-items.tsx'
import type { IdentityFormState } from './use-identity-form.ts'

/** Trophies, in the order of their page, which is hidden without any. */
export function TrophiesCard({ form }: { form: IdentityFormState }) {
  return (
    <Panel title="Trofeos">
      <div id={form.idOf('trophies')} tabIndex={-1}>
        <p className="field-hint">Sin trofeos, la tienda no muestra la página TROFEOS.</p>
        {form.errors['trophies'] && <FieldError>{form.errors['trophies']}</FieldError>}
      </div>
      <OrderedItems
        name="trofeo"
        names="los trofeos"
        error={form.errors['trophies']}
        items={form.values.trophies}
        most={TROPHIES}
        fresh={NEW_TROPHY}
        onChange={(to) => form.change(({ trophies }) => ({ trophies: to(trophies) }))}
      >
        {(trophy, place, change) => <TrophyFields id={`trophy-${place}`} trophy={trophy} onChange={change} />}
      </OrderedItems>
    </Panel>
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
  return (
    <>
      <PublicField label="Copa" maxLength={80} {...bind('cup')} />
      <div className="identity-trophy-row stack-3">
        <Field label="Puesto" inputMode="numeric" {...bind('place')} />
        <Field label="Año" inputMode="numeric" {...bind('year')} />
      </div>
      <PublicField label="Ciudad" optional maxLength={60} {...bind('city')} />
      <PublicField label="Variedad premiada" optional maxLength={100} {...bind('variety')} />
      <ItemPicture
        id={`${id}-picture`}
        value={trophy.picture}
        onChange={(picture) => onChange({ picture })}
      />
      <ItemPicture
        id={`${id}-logo`}
        label="Logo del concurso"
        preset="brand"
        value={trophy.logo}
        onChange={(logo) => onChange({ logo })}
      />
    </>
  )
}
