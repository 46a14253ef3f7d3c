import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PriceRun, PriceSchedule } from '../../../contract/catalog/price-runs.ts'
import { applyPrices } from '../../../contract/catalog/calls.ts'
import { tabAttempt, tabDraft } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { saysNotDone, sendOnce } from '../../data/send-once.ts'
import { keptEdits } from '../../forms/kept-edits.ts'
import { useForm } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { readSession } from '../../session/session.ts'
import { showToast } from '../../ui/toast.tsx'
import {
  draftErrors,
  EMPTY,
  filterOf,
  instantOf,
  type PriceDraft,
  ruleOf,
  type SentPrices,
  withToken,
} from './price-draft.ts'
import { pricePreview, pricesChanged } from './prices-query.ts'
import { useSettled } from '../kit/use-settled.ts'

const FAILED = 'Error al cambiar los precios'
/** Delay of the preview after the last key. */
const SETTLED_MS = 350

const attempt = tabAttempt('priceAttempt', 'owner')
/** The request whose outcome is unknown, kept over a reload. */
const unanswered = tabDraft<SentPrices>('pricesSent', 'owner')
const { useKept, useKeep } = keptEdits<PriceDraft>()

/** The rule, its preview, and the resulting run. */
export function usePriceForm() {
  const [done, setDone] = useState<Done>()
  const form = usePriceFields()
  const settled = useSettled(form.values, SETTLED_MS)
  const preview = useQuery(pricePreview(ruleOf(settled), filterOf(settled)))
  /** The preview, only while it matches the typed rule. */
  const shown =
    settled === form.values && !preview.isPlaceholderData && ruleOf(settled) ? preview.data : undefined
  const send = useSend((sent, isRepeated) => {
    setDone(sent)
    form.restart()
    const said = 'run' in sent ? 'Precios cambiados' : 'Precios programados'
    showToast('success', isRepeated ? 'Ese cambio ya estaba hecho: no se repitió' : said)
  })
  const apply = async (values: PriceDraft) => {
    const rule = ruleOf(values)
    if (!rule || !shown) return
    const asked = { rule, filter: filterOf(values) }
    const timed = values.when === 'now' ? asked : { ...asked, apply_at: instantOf(values.apply_at) }
    await send(timed, shown.token)
  }
  return {
    ...form,
    preview,
    shown,
    done,
    change: (part: Partial<PriceDraft>) => {
      setDone(undefined)
      form.change(part)
    },
    onSubmit: form.onSubmit(apply, !shown && ruleOf(form.values) !== undefined),
  }
}

/** The typed rule. Leaving the page with edits asks for confirmation. */
function usePriceFields() {
  const kept = useKept('prices')
  const form = useForm<PriceDraft, PriceDraft>({
    base: useEmptyForm(),
    values: kept,
    errorsOf: draftErrors,
    isDirty: isOtherDraft,
    ownerOf: (field) => field.split('.').at(-1) ?? field,
    idOf: (field) => `price-${field}`,
    failed: FAILED,
  })
  useKeep('prices', form.isDirty ? form.values : undefined)
  const { blocker } = useLeaveGuard(form.isDirty, (params) => !params.has('ver'))
  return { ...form, blocker }
}

/** By content: chips switched on and off make another list of the same ids. */
function isOtherDraft(draft: PriceDraft, base: PriceDraft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(base)
}

/** The result of the form: a run or a schedule. */
export type Done = { run: PriceRun } | { schedule: PriceSchedule }

/**
 * Sends a rule. Prices are refetched once its outcome is known. Success with the token of an earlier preview means that
 * the earlier request had been applied: a new one with that token would be refused.
 */
function useSend(onDone: (done: Done, isRepeated: boolean) => void) {
  const client = useQueryClient()
  const known = () => {
    unanswered.forget()
    pricesChanged(client)
  }
  return async (asked: Omit<SentPrices, 'token'>, token: string) => {
    const owner = readSession()?.userId ?? null
    const body = withToken(asked, token, unanswered.read(owner))
    unanswered.keep(owner, body)
    try {
      onDone(await send(body), body.token !== token)
    } catch (error) {
      if (saysNotDone(error)) known()
      throw error
    }
    known()
  }
}

function send(body: SentPrices): Promise<Done> {
  return sendOnce(attempt, body, async (idempotencyKey) => {
    const done = await call(applyPrices, { body, idempotencyKey })
    return 'state' in done ? { schedule: done } : { run: done }
  })
}

/** The empty form, with the products in the address of the screen. */
function useEmptyForm(): PriceDraft {
  const [params] = useSearchParams()
  const [empty] = useState(() => ({ ...EMPTY, ids: readIds(params) }))
  return empty
}

function readIds(params: URLSearchParams): number[] {
  return (params.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0)
}

export type PriceForm = ReturnType<typeof usePriceForm>
