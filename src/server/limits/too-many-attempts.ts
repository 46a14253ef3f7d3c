import { DomainError } from '../errors.ts'

/** The 429 of database limits; text and `Retry-After` say when to try again. */
export function tooManyAttempts(until: Date, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
  const text = `Demasiados intentos. Probá de nuevo en ${inWords(retryAfterSeconds)}.`
  return new DomainError('TOO_MANY_REQUESTS', text, { retryAfterSeconds })
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? '1 minuto' : `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hora' : `${hours} horas`
}
