import { Check } from 'lucide-react'
import { CLAIM_STEPS, type ClaimStep } from './claim-rules.ts'

/** The heading of each step. */
export const QUESTIONS: Record<ClaimStep, string> = {
  1: '¿De qué compra es el reclamo?',
  2: '¿Qué producto no germinó?',
  3: '¿Qué pasó con las semillas?',
}

/** The progress: a bar, the number, and the names of the steps. */
export function ClaimSteps({ step }: { step: ClaimStep }) {
  return (
    <div className="claim-steps">
      <p className="strong note">
        Paso {step} de {CLAIM_STEPS.length}
      </p>
      <progress
        className="claim-steps-bar"
        value={step}
        max={CLAIM_STEPS.length}
        aria-label="Avance del reclamo"
      />
      <ol className="claim-steps-names note">
        {CLAIM_STEPS.map((name, index) => (
          <li key={name} aria-current={index + 1 === step ? 'step' : undefined}>
            {index + 1 < step && <Check aria-hidden="true" size={16} />}
            <span>{name}</span>
            {index + 1 < step && <span className="visually-hidden"> completado</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
