import { claimSeedsErrors, LOT_NOT_FOUND } from '../../contract/catalog/lot-rules.ts'
import type * as contract from '../../contract/warranty/warranty.ts'
import { CLAIM_STATUS_LABEL, showsResolution } from '../../contract/warranty/warranty-status.ts'
import { changesBetween, recordActivity, recordTexts } from '../activity/activity.ts'
import { publicChanged } from '../cache/public-change.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { ClaimRow } from '../db/tables.ts'
import { DomainError, invalid, notFound } from '../errors.ts'
import type { InputOf } from '../http/input.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { claimStatusMail } from '../mail/templates.ts'
import type { Shop } from '../shop.ts'
import { claimView } from './claim-view.ts'
import * as queries from './queries.ts'
import { withLiveReplacement } from './rules.ts'

/**
 * Sets status (any order of states) and texts. Mails the claimant when a visible field changes. Throws 404, and
 * `STALE` when it was saved since `version`, unless nothing differs.
 */
export async function changeClaim({
  shop,
  user: admin,
  params: { id },
  body: { version, ...change },
}: InputOf<typeof contract.changeClaim>) {
  const at = shop.now()
  return inTransaction(shop.database, async (tx) => {
    const before = await queries.lockClaim(tx, id)
    if (!before) throw notFound('Reclamo no encontrado')
    const fields = Object.fromEntries(
      Object.entries(change).filter(
        ([field, value]) => value !== undefined && before[field as keyof ClaimRow] !== value,
      ),
    ) as queries.ClaimFields // safe: the names and types of `ClaimChange`
    await refuseSeeds(tx, { ...before, ...fields }, fields)
    if (Object.keys(fields).length > 0) {
      if (version !== undefined && version !== before.version) throw stale()
      await changeClaimIn(tx, shop, before, { fields, by: admin.id, at })
    }
    return claimView(shop, await queries.getClaimRow(tx, id))
  })
}

/** Inside a transaction that has locked the claim. `fields`: the changed ones. */
export async function changeClaimIn(
  tx: Tx,
  shop: Shop,
  before: ClaimRow,
  {
    fields,
    replacement,
    by,
    at,
  }: { fields: queries.ClaimFields; replacement?: number; by: number; at: Date },
): Promise<void> {
  const replaced = replacement === undefined ? {} : { replacement_order_id: replacement }
  await queries.updateClaim(tx, before.id, { ...fields, ...replaced }, at)
  // The page of a product shows the seeds of its lots that were claimed.
  if (before.lot_id !== null || fields.lot_id) await publicChanged(tx)
  await recordChange(tx, before, fields, { by, at })
  await tellClaimant(tx, shop, { id: before.id, fields, at })
}

export function stale(): DomainError {
  return new DomainError('STALE', 'Otra persona guardó este reclamo. Volvé a abrirlo y repetí el cambio.')
}

async function recordChange(
  tx: Tx,
  before: ClaimRow,
  { status, lot_id, seeds_sown, seeds_failed, ...texts }: queries.ClaimFields,
  { by, at }: { by: number; at: Date },
): Promise<void> {
  const entry = { at, entity: 'warranty_claim', entityId: before.id, userId: by } as const
  if (status !== undefined) {
    await recordActivity(tx, {
      ...entry,
      action: 'status_change',
      description: `Reclamo #${before.id}: ${CLAIM_STATUS_LABEL[before.status]} → ${CLAIM_STATUS_LABEL[status]}`,
      changes: { old_status: before.status, new_status: status, changed_by: by },
    })
  }
  const description = `Reclamo #${before.id} modificado`
  const changes = changesBetween({ ...before }, filled({ lot_id, seeds_sown, seeds_failed }))
  if (Object.keys(changes).length > 0)
    await recordActivity(tx, { ...entry, action: 'update', description, changes })
  if (Object.keys(texts).length === 0) return
  // Complete texts, as an overwritten note is stored nowhere else.
  const changed = Object.entries(texts).map(([field, after]) => ({
    field,
    before: before[field as keyof typeof texts], // safe: the fields of `texts`
    after,
  }))
  await recordTexts(tx, { ...entry, action: 'update', description }, changed)
}

function filled(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Checks that the lot belongs to the claimed product, and that failed seeds do not exceed sown ones. */
async function refuseSeeds(tx: Tx, after: ClaimRow, fields: queries.ClaimFields): Promise<void> {
  if (fields.lot_id) {
    const lot = await queries.findLot(tx, fields.lot_id)
    if (!lot) throw notFound(LOT_NOT_FOUND)
    if (after.product_id !== null && lot.product_id !== after.product_id)
      throw invalid({ lot_id: ['El lote es de otro producto'] })
  }
  if (fields.seeds_sown === undefined && fields.seeds_failed === undefined) return
  const wrong = Object.entries(claimSeedsErrors(after)).filter(([, text]) => text !== undefined)
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map(([field, text]) => [field, [text ?? '']])))
}

/** Mails the claimant, at the account's current address or the one that the visitor typed. */
async function tellClaimant(
  tx: Tx,
  shop: Shop,
  { id, fields, at }: { id: number; fields: queries.ClaimFields; at: Date },
): Promise<void> {
  const claim = withLiveReplacement(await queries.getClaimRow(tx, id))
  const resolution = showsResolution(claim.status) ? fields.resolution_details : undefined
  const visible = fields.status ?? fields.admin_response ?? resolution
  if (visible === undefined || claim.email === '') return
  const mail = claimStatusMail(shop.config.publicUrl, claim)
  const to = claim.account_email ?? claim.email
  await enqueueMail(tx, { to, userId: claim.user_id, claimId: id, ...mail, at })
}
