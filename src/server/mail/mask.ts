/** 'a***@correo.example': enough to find a mail in the log, but not the address of a person. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/, '$1***')
}
