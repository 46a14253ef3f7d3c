import { browserStorage } from '../../browser/storage.ts'

/** A known browser has its own counter of failed logins: strangers who try the same name do not lock it out. */
const DEVICE = 'deviceToken'

export function keepDeviceToken(token: string): void {
  browserStorage.write(DEVICE, token)
}

/** Sends a sign-in with the stored device token, and stores the new one. */
export async function withDevice<Answer extends { device: string }>(
  send: (known: { device?: string }) => Promise<Answer>,
): Promise<Answer> {
  const device = browserStorage.read(DEVICE)
  const answer = await send(device === undefined ? {} : { device })
  keepDeviceToken(answer.device)
  return answer
}
