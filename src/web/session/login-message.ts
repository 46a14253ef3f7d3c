import { showToast } from '../ui/toast.tsx'
import { isSessionOver } from './session.ts'

let message = ''

/** The message of the login page, or empty: it explains an ended session, whose screen is gone. */
export function loginMessage(): string {
  return message
}

export function setLoginMessage(text: string): void {
  message = text
}

/** Waits for the response. If the session has ended, the login page says `text`. */
export async function withLoginMessage<Answer>(text: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    // Also when another call was refused first, which cancelled this one.
    if (isSessionOver()) {
      setLoginMessage(text)
      showToast('warning', text)
    }
    throw error
  }
}
