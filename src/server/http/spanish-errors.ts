import { z } from 'zod'

/** Default Spanish texts for missing or invalid values. Set once for the process. */
export function setSpanishErrors(): void {
  z.config({
    customError: (issue) =>
      issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
        ? 'Falta este dato'
        : 'Este dato no es válido',
  })
}
