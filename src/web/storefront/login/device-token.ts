import { browserStorage } from '../../browser/storage.ts'

const DEVICE = 'deviceToken'

/** A known browser has its own counter of failed logins, apart from those of strangers with the same name. */
function readDeviceToken(): string | undefined {
  return browserStorage.read(DEVICE)
}

export function keepDeviceToken(token: string): void {
  browserStorage.write(DEVICE, token)
}

/** Sends a sign-in with the stored device token, and stores the new one. */
export async function withDevice<Answer extends { device: string }>(
  send: (known: { device?: string }) => Promise<Answer>,
): Promise<Answer> {
  const device = readDeviceToken()
  const answer = await send(device === undefined ? {} : { device })
  keepDeviceToken(answer.device)
  return answer
}
