import { NAME_LENGTH } from '../../../contract/limits.ts'
import {
  BULLET_LENGTH,
  FACT_LENGTH,
  GUIDE_STEPS,
  INTRO_LENGTH,
  ORDER_STEPS,
  STEP_TEXT_LENGTH,
  TROPHIES,
} from '../../../contract/settings/settings-rules.ts'
import { FieldError, Field } from '../../ui/form/field.tsx'
import { PublicField, PublicTextArea } from '../shell/public-field.tsx'
import { Panel } from '../shell/panel.tsx'
import { IDENTITY } from '../activity/field-names.ts'
import type { GuideStepDraft, IdentityName, TrophyDraft } from './identity-draft.ts'
import { ItemPicture } from '../shell/item-picture.tsx'
import { OrderedItems } from './ordered-items.tsx'
import type { IdentityFormState } from './use-identity-form.ts'

interface CardProps {
  form: IdentityFormState
}

/** The steps of an order on the home page. */
export function OrderStepsCard({ form }: CardProps) {
  return (
    <Panel title={IDENTITY.order_steps}>
      <ListHead form={form} name="order_steps" hint="En la página de inicio, del carrito a la entrega" />
      <OrderedItems
        name="paso del pedido"
        names="los pasos del pedido"
        error={form.errors['order_steps']}
        items={form.values.order_steps}
        most={ORDER_STEPS}
        fresh={{ title: '', text: '' }}
        onChange={(to) => form.change(({ order_steps }) => ({ order_steps: to(order_steps) }))}
      >
        {(step, place, change) => (
          <>
            <PublicField
              label="Título"
              id={`order-step-${place}-title`}
              maxLength={NAME_LENGTH}
              value={step.title}
              onChange={({ target }) => change({ title: target.value })}
            />
            <PublicTextArea
              label="Texto"
              optional
              id={`order-step-${place}-text`}
              rows={2}
              maxLength={STEP_TEXT_LENGTH}
              value={step.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </>
        )}
      </OrderedItems>
    </Panel>
  )
}

export function GuaranteeCard({ form }: CardProps) {
  return (
    <Panel title="Garantía">
      <PublicField
        label={IDENTITY.guarantee_note}
        optional
        maxLength={BULLET_LENGTH}
        hint="Encima del reclamo"
        {...form.field('guarantee_note')}
      />
      <PublicTextArea
        label={IDENTITY.guarantee_points}
        rows={5}
        hint="Uno por línea. Se muestran antes de la guía y junto a ella"
        {...form.field('guarantee_points')}
      />
      <PublicField
        label={IDENTITY.claim_reply}
        optional
        maxLength={60}
        hint="Ej.: 5 días hábiles. Vacío: no se promete ninguno"
        {...form.field('claim_reply')}
      />
    </Panel>
  )
}

/** The steps of the germination guide. */
export function GuideCard({ form }: CardProps) {
  return (
    <Panel title="Guía de germinación">
      <PublicField
        label={IDENTITY.guide_intro}
        optional
        maxLength={INTRO_LENGTH}
        hint="Debajo del título"
        {...form.field('guide_intro')}
      />
      <ListHead
        form={form}
        name="guide_steps"
        hint="Los grados, las horas y las medidas son los de cada criadero"
      />
      <OrderedItems
        name="paso de la guía"
        names="los pasos de la guía"
        error={form.errors['guide_steps']}
        items={form.values.guide_steps}
        most={GUIDE_STEPS}
        fresh={NEW_STEP}
        onChange={(to) => form.change(({ guide_steps }) => ({ guide_steps: to(guide_steps) }))}
      >
        {(step, place, change) => <StepFields id={`guide-step-${place}`} step={step} onChange={change} />}
      </OrderedItems>
    </Panel>
  )
}

const NEW_STEP: GuideStepDraft = {
  title: '',
  fact: '',
  words: '',
  checks: '',
  reminder: '',
  picture: null,
  picture_words: '',
}

interface StepFieldsProps {
  id: string
  step: GuideStepDraft
  onChange: (part: Partial<GuideStepDraft>) => void
}

function StepFields({ id, step, onChange }: StepFieldsProps) {
  const bind = (name: Exclude<keyof GuideStepDraft, 'picture'>, maxLength: number) => ({
    id: `${id}-${name}`,
    maxLength,
    value: step[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <>
      <PublicField label="Título" {...bind('title', NAME_LENGTH)} />
      <PublicField label="Dato" optional hint="En letra grande. Ej.: 2 días" {...bind('fact', FACT_LENGTH)} />
      <PublicTextArea label="Texto" optional rows={3} {...bind('words', STEP_TEXT_LENGTH)} />
      <PublicTextArea
        label="Para marcar"
        optional
        rows={3}
        hint="Una línea por casilla"
        {...bind('checks', 1_500)}
      />
      <PublicField
        label="Recordatorio a las 24 h"
        optional
        hint="Vacío: el paso no ofrece ninguno"
        {...bind('reminder', BULLET_LENGTH)}
      />
      <ItemPicture id={`${id}-picture`} value={step.picture} onChange={(picture) => onChange({ picture })} />
      <PublicField
        label="Qué muestra la imagen"
        optional
        hint="Para quien no la ve"
        {...bind('picture_words', BULLET_LENGTH)}
      />
    </>
  )
}

/** Hint and error of a list, and the target of its error link. */
function ListHead({ form, name, hint }: CardProps & { name: IdentityName; hint: string }) {
  return (
    <div id={form.idOf(name)} tabIndex={-1}>
      <p className="field-hint">{hint}</p>
      {form.errors[name] && <FieldError>{form.errors[name]}</FieldError>}
    </div>
  )
}

/** Trophies, in the order of their page, which is hidden without any. */
export function TrophiesCard({ form }: CardProps) {
  return (
    <Panel title="Trofeos">
      <ListHead form={form} name="trophies" hint="Sin trofeos, la tienda no muestra la página TROFEOS." />
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
