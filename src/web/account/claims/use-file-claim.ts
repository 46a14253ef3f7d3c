import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Session } from '../../session/session.ts'
import { call, Refusal } from '../../data/api.ts'
import { withLoginMessage } from '../../session/login-message.ts'
import { showToast } from '../../ui/toast.tsx'
import { claimAttempt } from './claim-draft.ts'
import { addressesOf, allPhotosSent, forgetClaim, photoIsGone, type Photos } from './claim-photos.ts'
import { CLAIM_IDS, type ClaimErrors, type ClaimField, claimRequest } from './claim-rules.ts'
import { myClaims } from './claims-query.ts'
import type { WrittenClaim } from './use-claim.ts'

const NO_SESSION = 'No hay sesión activa'

export interface ClaimRefused {
  text: string
  note: string
  fields: ClaimErrors
  /** Before then the shop would refuse it again. */
  waitSeconds: number
}

/** Sends the claim: photos first, then what was written, under a key that makes a second try the same claim. */
export function useFileClaim(session: Session | null, form: WrittenClaim, onFiled: (id: number) => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<'photos' | 'claim'>()
  const running = useRef(false)

  const send = async (): Promise<ClaimRefused | undefined> => {
    setBusy('photos')
    const photos = await allPhotosSent(form.owner)
    const unsent = unsentPhotos(photos)
    if (unsent) return { ...unsent, text: failureText(form) }
    setBusy('claim')
    const body = claimRequest(form.claim, addressesOf(photos), session !== null)
    try {
      const filed = call('fileClaim', { body, idempotencyKey: claimAttempt.keyFor(form.owner, body) })
      const claim = await withLoginMessage(NO_SESSION, filed)
      forgetClaim()
      form.clear()
      void queryClient.invalidateQueries({ queryKey: myClaims(session).queryKey })
      showToast('success', 'Reclamo enviado exitosamente. Te contactaremos en 48-72 horas hábiles.')
      onFiled(claim.id)
      return undefined
    } catch (error) {
      return refusal(error, form)
    }
  }

  /** Undefined when it is filed, or when it is already on its way. */
  const file = async (): Promise<ClaimRefused | undefined> => {
    if (running.current) return undefined
    running.current = true
    const refused = await send()
    running.current = false
    setBusy(undefined)
    if (refused) showToast('error', refused.text)
    return refused
  }
  return { busy, file }
}

const NOT_TWICE = 'Lo escrito y las fotos quedan aquí; al enviar otra vez, el reclamo no se duplica.'
const OFFLINE = `No hay conexión con la tienda. ${NOT_TWICE}`

/** Whoever does not know whether the claim is filed must know that they may send it again. */
function noteOf({ status }: Refusal): string {
  if (status === 0) return OFFLINE
  return status >= 500 ? NOT_TWICE : ''
}

/** Undefined when all are with the shop. */
function unsentPhotos(photos: Photos): Omit<ClaimRefused, 'text'> | undefined {
  const failed = photos.flatMap((photo, slot) => (photo?.state === 'failed' ? [{ slot, photo }] : []))
  if (failed.length === 0) return undefined
  return {
    note: failed.some(({ photo }) => photo.isOffline) ? OFFLINE : '',
    fields: Object.fromEntries(failed.map(({ slot, photo }) => [`photo${slot + 1}`, photo.text])),
    waitSeconds: Math.max(...failed.map(({ photo }) => photo.waitSeconds ?? 0)),
  }
}

/** Anything else (no session, too many, no answer) leaves open what became of an earlier try under the same key. */
const SAYS_NOT_FILED = new Set([400, 404, 409, 413, 415, 422])

function refusal(error: unknown, form: WrittenClaim): ClaimRefused {
  const refused = error instanceof Refusal ? error : new Refusal(500, {})
  if (SAYS_NOT_FILED.has(refused.status)) claimAttempt.forget()
  if (refused.status === 401) return { text: NO_SESSION, note: '', fields: {}, waitSeconds: 0 }
  const fields: ClaimErrors = {}
  for (const [name, [text]] of Object.entries(refused.body.errors ?? {})) {
    if (!text) continue
    if (name in CLAIM_IDS) fields[name as ClaimField] = text
    if (/^photo[123]$/.test(name)) photoIsGone(form.owner, Number(name.slice(5)) - 1, text)
  }
  return {
    text:
      refused.body.error ??
      (refused.status >= 500 ? 'Error al crear el reclamo de garantía' : failureText(form)),
    note: noteOf(refused),
    fields,
    waitSeconds: refused.retryAfterSeconds ?? 0,
  }
}

/** Each form has words of its own. */
function failureText({ rule }: WrittenClaim): string {
  return rule.kind === 'wizard' ? 'Error al enviar el reclamo' : 'Error al enviar la solicitud de garantía'
}
