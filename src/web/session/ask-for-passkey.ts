import { startAuthentication } from '@simplewebauthn/browser'
import { PASSKEY_WRONG } from '../../contract/accounts/sign-in-rules.ts'
import { Refusal } from '../data/api.ts'

/** The answer of the browser to options of the shop, for a call. Throws `Refusal` when the person gives no passkey. */
export async function askForPasskey(options: object) {
  const given = await startAuthentication({
    // safe: the shop made it for this call
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(() => {
    throw new Refusal(400, { error: PASSKEY_WRONG })
  })
  return { ...given, response: { ...given.response } }
}
