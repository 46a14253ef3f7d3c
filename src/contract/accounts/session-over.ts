/** The refusal of every call with an invalid access token, shown at the login that follows. */
export const SESSION_OVER = 'Se cerró tu sesión. Volvé a entrar.'
