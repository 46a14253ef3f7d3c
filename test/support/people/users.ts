export const NEW_USER = {
  first_name: 'Lucía',
  last_name: 'Gómez',
  password: 'Semilla2026',
  password2: 'Semilla2026',
  instagram: null,
}

let made = 0

/** The body to create an account as an admin, unique each time. */
export function newUser(fields: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1
  return { ...NEW_USER, username: `lucia_${made}`, email: `lucia_${made}@correo.example`, ...fields }
}
