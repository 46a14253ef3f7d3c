import { browserStorage } from '../../browser/storage.ts'

const DEVICE = 'deviceToken'

/** The server counts failed logins of a known browser apart from those of strangers who try the same name. */
export function readDeviceToken(): string | undefined {
  return browserStorage.read(DEVICE)
}

export function keepDeviceToken(token: string): void {
  browserStorage.write(DEVICE, token)
}
