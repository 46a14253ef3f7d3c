import { useState } from 'react'
import { useHydrated } from '../../browser/hydrated.ts'
import { Refusal } from '../../data/api.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import type { LoginEnds } from './use-login.ts'

/** Loads its code when pressed. Empty without passkey support; reserves its space until that is known. */
export function PasskeyButton({ onSignedIn, onChallenge }: Omit<LoginEnds, 'onUnverified'>) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const hydrated = useHydrated()
  if (hydrated && !('PublicKeyCredential' in window)) return null
  const enter = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      const { enterWithPasskey } = await import('./ways/passkey.ts')
      await onSignedIn(await enterWithPasskey())
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(0, {})
      if (refusal.body.challenge) onChallenge(refusal.body.challenge)
      else setFailure(refusal.message)
    }
    setIsBusy(false)
  }
  return (
    <>
      <BusyButton
        className={`secondary block${hydrated ? '' : ' login-later'}`}
        busy={isBusy}
        onClick={() => void enter()}
      >
        Entrar con huella o llave
      </BusyButton>
      <div role="alert" className="login-failure">
        {failure}
      </div>
    </>
  )
}
