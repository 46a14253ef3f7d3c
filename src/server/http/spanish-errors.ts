import { z } from 'zod'

/** Spanish texts for problems that a schema has no text for: a missing value, or a wrong one. Set once for the process. */
export function setSpanishErrors(): void {
  z.config({
    customError: (issue) =>
      issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
        ? 'Falta este dato'
        : 'Este dato no es válido',
  })
}
