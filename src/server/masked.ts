/** `ana@correo.example` as `a…@correo.example`, as the log outlives the account. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** Recognisable for its owner only. */
export function maskedUsername(name: string): string {
  return `${name.slice(0, 1)}…${name.slice(-1)}`
}

/** The first letter of a name, for the same reason. */
export function maskedName(name: string | null): string {
  return name ? `${String.fromCodePoint(name.codePointAt(0) ?? 0)}…` : ''
}
