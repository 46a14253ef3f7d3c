import { showToast } from '../ui/toast.tsx'
import { forgetEverybody } from './session.ts'

/** The account is closed, and its sessions with it. The server has removed the browser's key. */
export function forgetPerson(): void {
  forgetEverybody()
  showToast('success', 'La cuenta se cerró')
}
