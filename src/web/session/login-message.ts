import { showToast } from '../ui/toast.tsx'
import { isSessionOver } from './session.ts'

let message = ''

/** The message of the login page, which explains an ended session; else empty. */
export function loginMessage(): string {
  return message
}

export function setLoginMessage(text: string): void {
  message = text
}

/** Awaits the response. If the session has ended, the login page shows `text`. */
export async function withLoginMessage<Answer>(text: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    // Also if another refused call cancelled this one.
    if (isSessionOver()) {
      setLoginMessage(text)
      showToast('warning', text)
    }
    throw error
  }
}
