import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceRule } from '../../../contract/catalog/price-rule.ts'
import type { PriceFilter, PriceRun } from '../../../contract/catalog/price-runs.ts'
import { tabAttempt } from '../../browser/drafts.ts'
import { call } from '../../data/api.ts'
import { sendOnce } from '../../data/send-once.ts'
import { useForm } from '../../forms/use-form.ts'
import { showToast } from '../../ui/toast.tsx'
import { draftErrors, EMPTY, filterOf, type PriceDraft, ruleOf } from './price-draft.ts'
import { pricePreview, pricesChanged } from './prices-query.ts'
import { useSettled } from './use-settled.ts'

const FAILED = 'Error al cambiar los precios'
/** A preview is made this long after the last key. */
const SETTLED_MS = 350

const attempt = tabAttempt('priceAttempt', 'owner')

/** The rule, its preview, and the run that was made of it. */
export function usePriceForm() {
  const client = useQueryClient()
  const [done, setDone] = useState<PriceRun>()
  const form = useForm<PriceDraft, PriceDraft>({
    base: EMPTY,
    valuesOf: (draft) => draft,
    errorsOf: draftErrors,
    ownerOf: (field) => field.split('.').at(-1) ?? field,
    idOf: (field) => `price-${field}`,
    failed: FAILED,
  })
  const settled = useSettled(form.values, SETTLED_MS)
  const preview = useQuery(pricePreview(ruleOf(settled), filterOf(settled)))
  /** Of what is typed now, and complete. */
  const shown =
    settled === form.values && !preview.isPlaceholderData && ruleOf(settled) ? preview.data : undefined
  const apply = async (values: PriceDraft) => {
    const rule = ruleOf(values)
    if (!rule || !shown) return
    try {
      setDone(await send({ rule, filter: filterOf(values), token: shown.token }))
      form.restart()
      showToast('success', 'Precios cambiados')
    } finally {
      pricesChanged(client)
    }
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

function send(body: { rule: PriceRule; filter: PriceFilter; token: string }): Promise<PriceRun> {
  return sendOnce(attempt, body, (idempotencyKey) => call('applyPrices', { body, idempotencyKey }))
}

export type PriceForm = ReturnType<typeof usePriceForm>
