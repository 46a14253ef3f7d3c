import { startAuthentication } from '@simplewebauthn/browser'
import { PASSKEY_WRONG } from '../../contract/accounts/sign-in-rules.ts'
import { Refusal } from '../data/api.ts'

/** Asks the browser for a passkey with the server's options. Throws `Refusal` if the user cancels. */
export async function askForPasskey(options: object) {
  const given = await startAuthentication({
    // safe: the server created it for this call
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(() => {
    throw new Refusal(400, { error: PASSKEY_WRONG })
  })
  return { ...given, response: { ...given.response } }
}
