import { startAuthentication } from '@simplewebauthn/browser'
import { PASSKEY_WRONG } from '../../../../contract/accounts/sign-in-rules.ts'
import { type AnswerOf, call, Refusal } from '../../../data/api.ts'
import { signedOutOnServer } from '../../../session/sign-out.ts'
import { withDevice } from '../device-token.ts'
import './way-endpoints.ts'

/** Asks the browser for a passkey of this shop. Throws `Refusal`, also for one that was not given. */
export async function enterWithPasskey(): Promise<AnswerOf<'passkeySignIn'>> {
  await signedOutOnServer()
  const { options } = await call('startPasskeySignIn', { body: {} })
  const given = await startAuthentication({
    // safe: the shop made it for this call
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  }).catch(() => {
    throw new Refusal(400, { error: PASSKEY_WRONG })
  })
  const answer = { ...given, response: { ...given.response } }
  return withDevice((known) => call('passkeySignIn', { body: { answer, ...known } }))
}
