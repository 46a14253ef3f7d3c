import { lazy, Suspense } from 'react'
import type { login } from '../../../contract/accounts/calls.ts'
import { UnlistedHead } from '../../app/page-head.tsx'
import type { AnswerOf } from '../../data/api.ts'
import { useFragmentToken } from '../login/fragment-token.ts'
import { AskForLink } from './ask-for-link.tsx'

/** Apart, as the four pages of this chunk have little room. */
const ChoosePassword = lazy(async () => ({
  default: (await import('./choose-password.tsx')).ChoosePassword,
}))

/**
 * `/recuperar` mails a link, `/recuperar#t=…` is that link. Opening the page does not use it up, as mail scanners
 * open links.
 */
export function RecoverCard({
  onSignedIn,
}: {
  onSignedIn: (answer: AnswerOf<typeof login>) => Promise<void>
}) {
  const token = useFragmentToken()
  return (
    <>
      <UnlistedHead
        title="Recuperar la contraseña"
        description="Te mandamos un enlace por mail para elegir una contraseña nueva."
      />
      <noscript>
        <p>Para recuperar la contraseña hace falta JavaScript.</p>
      </noscript>
      {token === undefined ? (
        <AskForLink kind="recover" />
      ) : (
        <Suspense fallback={<h1 tabIndex={-1}>Contraseña nueva</h1>}>
          <ChoosePassword key={token} token={token} onSignedIn={onSignedIn} />
        </Suspense>
      )}
    </>
  )
}
