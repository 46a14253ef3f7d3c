import { browserStorage } from '../../browser/storage.ts'

const DEVICE = 'deviceToken'

/** The server counts failed logins of a known browser apart from those of strangers who try the same name. */
function readDeviceToken(): string | undefined {
  return browserStorage.read(DEVICE)
}

export function keepDeviceToken(token: string): void {
  browserStorage.write(DEVICE, token)
}

/** Sends a sign-in with what this browser was given at an earlier one, and keeps what it is given now. */
export async function withDevice<Answer extends { device: string }>(
  send: (known: { device?: string }) => Promise<Answer>,
): Promise<Answer> {
  const device = readDeviceToken()
  const answer = await send(device === undefined ? {} : { device })
  keepDeviceToken(answer.device)
  return answer
}
