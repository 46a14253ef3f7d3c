import { tabStorage } from '../browser/storage.ts'
import { showToast } from '../ui/toast.tsx'
import { isSessionOver } from './session.ts'

const NAME = 'loginMessage'

/** The message of the login page, which explains an ended session, also after a reload; else empty. */
export function loginMessage(): string {
  return tabStorage.read(NAME) ?? ''
}

export function setLoginMessage(text: string): void {
  if (text === '') tabStorage.remove(NAME)
  else tabStorage.write(NAME, text)
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
