import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { within } from '../../../contract/settings/settings-rules.ts'
import type { ErrorBody } from '../../../contract/errors.ts'
import { fileClaim } from '../../../contract/warranty/calls.ts'
import type { Session } from '../../session/session.ts'
import { call, Refusal } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { shopSettings } from '../../data/queries.ts'
import { withLoginMessage } from '../../session/login-message.ts'
import { useCountdown } from '../../ui/form/use-countdown.ts'
import { showToast } from '../../ui/toast.tsx'
import { claimAttempt } from './claim-draft.ts'
import { addressesOf, allPhotosSent, forgetClaim, photoIsGone, type Photos } from './claim-photos.ts'
import { claimRequest, type ClaimRule } from './claim-rules.ts'
import { NotFiled, type WrittenClaim } from './use-claim.ts'
import { myClaims } from './claims-query.ts'

const NO_SESSION = 'No hay sesión activa'

/**
 * Sends the claim: photos first, then the rest under a key that makes a retry the same claim. Throws `NotFiled`; a retry
 * before `wait` seconds have passed would be refused.
 */
export function useFileClaim(session: Session | null, form: WrittenClaim, onFiled: (id: number) => void) {
  const queryClient = useQueryClient()
  const [stage, setStage] = useState<'photos' | 'claim'>('photos')
  const [wait, startWait] = useCountdown()

  const listAgain = () => void queryClient.invalidateQueries({ queryKey: myClaims(session).queryKey })
  const send = async (): Promise<number> => {
    setStage('photos')
    const photos = await allPhotosSent(form.owner)
    refuseUnsent(photos, form.rule)
    setStage('claim')
    const body = claimRequest(form.claim, addressesOf(photos), session !== null)
    const file = (idempotencyKey: string, sent: typeof body) =>
      withLoginMessage(NO_SESSION, call(fileClaim, { body: sent, idempotencyKey }))
    const { id } = await sendOnce(claimAttempt, body, file, form.owner, (before) => {
      listAgain()
      return filedBefore(before)
    })
    return id
  }
  const file = async (): Promise<void> => {
    const id = await send().catch((error: unknown) => {
      const refused = refusal(error, form)
      if (refused.retryAfterSeconds) startWait(refused.retryAfterSeconds)
      throw refused
    })
    forgetClaim()
    form.clear()
    listAgain()
    const answeredIn = queryClient.getQueryData(shopSettings().queryKey)?.claim_reply
    showToast('success', `Reclamo enviado exitosamente. Te contactaremos${within(answeredIn)}.`)
    onFiled(id)
  }
  return { stage, wait, file }
}

const NOT_TWICE = 'Lo que escribiste y las fotos quedan acá; si enviás otra vez, el reclamo no se duplica.'
const OFFLINE = `No hay conexión con la tienda. ${NOT_TWICE}`

/** The refusal when an earlier try was filed. The form keeps its values, as that claim lacks the later changes. */
function filedBefore(claim: { id: number } | undefined): NotFiled {
  const which = claim ? `: es el Reclamo #${claim.id}` : ''
  const note = 'Lo que cambiaste después no está en ese reclamo; si hace falta, escribinos.'
  const error = `El reclamo ya se había enviado${which}`
  return notFiled(422, { code: 'IDEMPOTENCY_MISMATCH', error }, { note })
}

/** Throws when a photo is not uploaded. */
function refuseUnsent(photos: Photos, rule: ClaimRule): void {
  const failed = photos.flatMap((photo, slot) => (photo?.state === 'failed' ? [{ slot, photo }] : []))
  if (failed.length === 0) return
  const errors = Object.fromEntries(failed.map(({ slot, photo }) => [`photo${slot + 1}`, [photo.text]]))
  const wait = Math.max(...failed.map(({ photo }) => photo.waitSeconds ?? 0))
  const note = failed.some(({ photo }) => photo.isOffline) ? OFFLINE : ''
  throw notFiled(0, { error: failureText(rule), errors }, { note, wait })
}

function refusal(error: unknown, { owner, rule }: WrittenClaim): NotFiled {
  if (error instanceof NotFiled) return error
  const { status, body, retryAfterSeconds: wait } = error instanceof Refusal ? error : new Refusal(500, {})
  if (status === 401) return notFiled(status, { error: NO_SESSION }, { note: '' })
  for (const [name, [text]] of Object.entries(body.errors ?? {})) {
    const [, place] = /^photo([123])$/.exec(name) ?? []
    if (place && text) photoIsGone(owner, Number(place) - 1, text)
  }
  const reason = status >= 500 ? 'Error al crear el reclamo de garantía' : failureText(rule)
  // When the result is unknown, the user must know that sending the claim again is safe.
  const note = status === 0 ? OFFLINE : status >= 500 ? NOT_TWICE : ''
  return notFiled(status, { ...body, error: body.error ?? reason }, { note, wait })
}

function notFiled(
  status: number,
  body: Partial<ErrorBody>,
  { note, wait }: { note: string; wait?: number | undefined },
): NotFiled {
  return Object.assign(new NotFiled(status, body, wait), { note })
}

/** Each form has its own texts. */
function failureText(rule: ClaimRule): string {
  return rule.kind === 'wizard' ? 'Error al enviar el reclamo' : 'Error al enviar la solicitud de garantía'
}
