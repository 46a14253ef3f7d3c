/** `ana@correo.example` as `a…@correo.example`: the log is kept for ever, but the account may be deleted. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}

/** Enough to recognise one's own name, too little to learn it. */
export function maskedUsername(name: string): string {
  return `${name.slice(0, 1)}…${name.slice(-1)}`
}

/** A name as its first letter, for the same reason. */
export function maskedName(name: string | null): string {
  return name ? `${String.fromCodePoint(name.codePointAt(0) ?? 0)}…` : ''
}
