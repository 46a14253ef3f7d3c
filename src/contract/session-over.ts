/** Answered to every call whose access token is no longer good, and shown at the login that follows. */
export const SESSION_OVER = 'La sesión terminó. Iniciar sesión de nuevo.'
