import { useState } from 'react'
import { CodeField } from '../../../forms/code-field.tsx'
import { MissingLinks } from '../../../forms/missing-links.tsx'
import { PictureField } from '../../../forms/picture-field.tsx'
import { TokenField } from '../../../forms/token-field.tsx'
import type { PictureUpload } from '../../../forms/use-upload.ts'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { Field, TextAreaField } from '../../../ui/form/field.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { ChoiceField } from '../choice-field.tsx'

const TYPES = { fem: 'Feminizada', auto: 'Automática' }

/** The states of each kind of field. */
const STATES = [
  { state: 'vacío', props: {} },
  { state: 'con ayuda, opcional', props: { hint: 'Como figura en el documento.', optional: true } },
  { state: 'con error', props: { hint: 'Hasta 20 letras.', error: 'Hay que completar este dato.' } },
  { state: 'inactivo', props: { disabled: true } },
]

export function Fields() {
  const [tokens, setTokens] = useState('cítrico, terroso')
  const [code, setCode] = useState('')
  return (
    <div className="kit-grid">
      {STATES.map(({ state, props }) => (
        <div key={state}>
          <Field label={`Texto, ${state}`} defaultValue="" {...props} />
          <ChoiceField label={`Opciones, ${state}`} names={TYPES} {...props} />
          <PasswordField label={`Contraseña, ${state}`} autoComplete="off" {...props} />
          <TextAreaField label={`Texto largo, ${state}`} {...props} />
        </div>
      ))}
      <Field
        label="Texto, con aviso"
        defaultValue="Desde $ 900"
        warning="Este texto parece decir un precio."
      />
      <TokenField id="kit-tokens" label="Palabras" error={undefined} value={tokens} onChange={setTokens} />
      <TokenField
        id="kit-tokens-wrong"
        label="Palabras, con error"
        error="Son demasiadas."
        value="una"
        onChange={() => {}}
      />
      <CodeField id="kit-code" value={code} onChange={setCode} />
      <CodeField id="kit-code-wrong" value="123456" error="El código ya venció." onChange={() => {}} />
      <p>
        Para confirmar falta: <MissingLinks links={[{ id: 'kit-code', word: 'código' }]} />
      </p>
    </div>
  )
}

const IDLE: PictureUpload = {
  isSending: false,
  percent: undefined,
  preview: undefined,
  problem: undefined,
  reason: undefined,
  isDone: false,
  canRetry: false,
  take: () => {},
  retry: () => {},
  cancel: () => {},
}
const UPLOADS: Record<string, Partial<PictureUpload>> = {
  'sin imagen': {},
  subiendo: { isSending: true, percent: 40, preview: '/favicon.svg' },
  subida: { isDone: true, preview: '/favicon.svg' },
  'con error': { canRetry: true, preview: '/favicon.svg', problem: 'No se pudo subir la imagen.' },
}

export function Pictures() {
  return (
    <div className="kit-grid">
      {Object.entries(UPLOADS).map(([state, upload], at) => (
        <PictureField
          key={state}
          id={`kit-picture-${at}`}
          label={`Imagen, ${state}`}
          hint="JPG, PNG o WebP, hasta 5 MB."
          value={null}
          upload={{ ...IDLE, ...upload }}
          onRemove={() => {}}
        />
      ))}
    </div>
  )
}

export function Summary() {
  return (
    <>
      <ErrorSummary
        errors={[
          { field: 'kit-wrong', text: 'Hay que completar el nombre.' },
          { text: 'Algo que no es de un campo.' },
        ]}
      />
      <Field id="kit-wrong" label="Nombre" error="Hay que completar el nombre." />
    </>
  )
}
