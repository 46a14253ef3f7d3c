import { z } from 'zod'

/**
 * What a schema says of a value it gives no words for: that it is missing, or that it is wrong. Set once for the
 * process, so that no refusal ever speaks English.
 */
export function speakSpanish(): void {
  z.config({
    customError: (issue) =>
      issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
        ? 'Falta este dato'
        : 'Este dato no es válido',
  })
}
