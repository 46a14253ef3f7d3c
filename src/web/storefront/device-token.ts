const DEVICE = 'deviceToken'

/** Failures of this browser are counted apart from those of strangers who try the same name. */
export function readDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(DEVICE) ?? undefined
  } catch {
    return undefined
  }
}

export function keepDeviceToken(token: string): void {
  try {
    localStorage.setItem(DEVICE, token)
  } catch {
    // Without storage this browser is a stranger each time.
  }
}
