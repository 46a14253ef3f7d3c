import { passkeySignIn, startPasskeySignIn } from '../../../../contract/accounts/calls.ts'
import { type AnswerOf, call } from '../../../data/api.ts'
import { askForPasskey } from '../../../session/ask-for-passkey.ts'
import { signedOutOnServer } from '../../../session/sign-out.ts'
import { withDevice } from '../device-token.ts'

/** Signs in with a passkey. Throws `Refusal`, also if the user cancels. */
export async function enterWithPasskey(): Promise<AnswerOf<typeof passkeySignIn>> {
  await signedOutOnServer()
  const { options } = await call(startPasskeySignIn, { body: {} })
  const given = await askForPasskey(options)
  return withDevice((known) => call(passkeySignIn, { body: { answer: given, ...known } }))
}
