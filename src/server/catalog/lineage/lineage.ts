import { PRODUCT_NOT_FOUND } from '../../../contract/errors.ts'
import type * as contract from '../../../contract/catalog/lineage.ts'
import type { LineageNode } from '../../../contract/catalog/lineage.ts'
import {
  OWN_ANCESTOR,
  PARENT_ROLES,
  type ParentRole,
  SEEDS_ONLY,
} from '../../../contract/catalog/lineage-rules.ts'
import { changesBetween, recordActivity } from '../../activity/activity.ts'
import { publicChanged } from '../../cache/public-change.ts'
import { inTransaction, type Tx } from '../../db/transaction.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import type { InputOf } from '../../http/input.ts'
import { getProduct } from '../catalog.ts'
import { lockProduct } from '../products/save-queries.ts'
import * as queries from './lineage-queries.ts'

/** Throws 404 as `getProduct`. */
export async function getLineage({
  shop,
  audience,
  params: { id },
}: InputOf<typeof contract.getLineage, 'audience'>) {
  await getProduct({ shop, audience, params: { id } })
  return { results: await queries.listAncestors(shop.db, id, audience === 'admin') }
}

type SentLineage = Record<ParentRole | 'generation', string>

/** Throws `VALIDATION` when the variety would be its own ancestor, `CONFLICT` for merchandise. */
export async function setLineage({
  shop,
  user: { id: userId },
  params: { id },
  body: sent,
}: InputOf<typeof contract.setLineage>) {
  const at = shop.now()
  const results = await inTransaction(shop.database, async (tx) => {
    await queries.lockLineage(tx)
    const product = await lockProduct(tx, id)
    if (!product) throw notFound(PRODUCT_NOT_FOUND)
    if (product.type === 'merch') throw new DomainError('CONFLICT', SEEDS_ONLY)
    const before = await queries.listAncestors(tx, id, true)
    await saveIn(tx, product, sent)
    const after = await queries.listAncestors(tx, id, true)
    const changes = changesBetween(inWords(before), inWords(after))
    if (Object.keys(changes).length === 0) return after
    await recordActivity(tx, {
      at,
      action: 'update',
      entity: 'product',
      entityId: id,
      description: `Genealogía actualizada: ${product.name}`,
      userId,
      changes,
    })
    // Its descendants show it, too.
    await publicChanged(tx)
    return after
  })
  return { results }
}

async function saveIn(tx: Tx, product: { id: number; name: string }, sent: SentLineage): Promise<void> {
  const node = await queries.nodeOfProduct(tx, product)
  const parents: { role: ParentRole; id: number }[] = []
  for (const role of PARENT_ROLES) {
    if (sent[role] === '') continue
    const parent = await queries.nodeNamed(tx, sent[role])
    if (await queries.isAncestor(tx, node, parent)) throw invalid({ [role]: [OWN_ANCESTOR] })
    parents.push({ role, id: parent })
  }
  await queries.saveParents(tx, node, { generation: sent.generation, parents })
}

/** As the form has it. */
function inWords(nodes: LineageNode[]): SentLineage {
  const at = (place: number) => nodes.find((node) => node.place === place)
  return {
    mother: at(2)?.name ?? '',
    father: at(3)?.name ?? '',
    generation: at(1)?.generation ?? '',
  }
}
