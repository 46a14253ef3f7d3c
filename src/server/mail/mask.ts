/** 'a***@correo.example': enough to find a mail in the log, not enough to write to somebody. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/, '$1***')
}
