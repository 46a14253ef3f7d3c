import { CACHE_VERSION } from '../../contract/limits.ts'
import { browserStorage, tabStorage } from '../browser/storage.ts'
import { showToast } from '../ui/toast.tsx'
import { CLOSED, signedOut } from './session.ts'

/**
 * Clears this browser after an account is closed, except cart and age confirmation. The server has removed the key
 * cookie.
 */
export function forgetPerson(): void {
  for (const name of browserStorage.names()) if (name !== 'ageVerified') browserStorage.remove(name)
  for (const name of tabStorage.names()) tabStorage.remove(name)
  browserStorage.write(CLOSED, '1')
  browserStorage.remove(CLOSED)
  browserStorage.write('cacheVersion', CACHE_VERSION)
  signedOut()
  showToast('success', 'La cuenta se cerró')
}
