import { isSessionOver } from './session.ts'
import { showToast } from './ui/toast.tsx'

/** As the server says it to each call that it refuses from then on. */
export const SESSION_OVER = 'La sesión terminó. Iniciar sesión de nuevo.'

let carried = ''

/** What the login still has to say for the screen that the end of the session has taken away; or empty. */
export function carriedToLogin(): string {
  return carried
}

export function carryToLogin(text: string): void {
  carried = text
}

/** The answer, and when it is that the session is over: the screen's own words for that, on the way to the login. */
export async function carryingToLogin<Answer>(text: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    // Also when another call was refused first: that has stopped this one.
    if (isSessionOver()) {
      carryToLogin(text)
      showToast('warning', text)
    }
    throw error
  }
}
