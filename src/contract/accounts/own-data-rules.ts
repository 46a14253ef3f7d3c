/** Rules and texts of closing an account, for the form and the server. */
export const CLOSING_WORD = 'CERRAR'
export const CLOSE_WORD = `Para cerrar la cuenta, escribí ${CLOSING_WORD}`

/** The refusal for the last active owner. */
export const LAST_ACCOUNT = 'Es la última cuenta de administración: no se puede cerrar.'

export function closeWordError(typed: string): string | undefined {
  return typed.trim() === CLOSING_WORD ? undefined : CLOSE_WORD
}
