import { type AnswerOf, call } from '../../../data/api.ts'
import { askForPasskey } from '../../../session/ask-for-passkey.ts'
import { signedOutOnServer } from '../../../session/sign-out.ts'
import { withDevice } from '../device-token.ts'
import './way-endpoints.ts'

/** Asks the browser for a passkey of this shop. Throws `Refusal`, also for one that was not given. */
export async function enterWithPasskey(): Promise<AnswerOf<'passkeySignIn'>> {
  await signedOutOnServer()
  const { options } = await call('startPasskeySignIn', { body: {} })
  const given = await askForPasskey(options)
  return withDevice((known) => call('passkeySignIn', { body: { answer: given, ...known } }))
}
