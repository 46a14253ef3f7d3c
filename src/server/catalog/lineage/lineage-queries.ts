import { sql } from 'kysely'
import type { LineageNode } from '../../../contract/catalog/lineage.ts'
import { GENERATIONS, type ParentRole } from '../../../contract/catalog/lineage-rules.ts'
import type { Db } from '../../db/connect.ts'
import type { Tx } from '../../db/transaction.ts'
import { normalise } from '../rules.ts'

/** The variety first. `all`: with the ids of hidden products, for admins. */
export async function listAncestors(db: Db, productId: number, all: boolean): Promise<LineageNode[]> {
  const { rows } = await sql<LineageNode>`
    with recursive tree as (
      select id, 1 as place from lineage where product_id = ${productId}
      union all
      select up.parent_id, 2 * tree.place + (up.role = 'father')::int
      from tree join lineage_parents up on up.child_id = tree.id where tree.place < ${2 ** GENERATIONS}
    )
    select place, coalesce(p.name, l.name) as name, l.generation,
      case when p.deleted_at is null and (p.available or ${all}) then p.id end as product_id
    from tree join lineage l on l.id = tree.id left join products p on p.id = l.product_id
    order by place`.execute(db)
  return rows
}

/** Changes run one at a time, so that two of them do not make a cycle together. */
export async function lockLineage(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lineage'))`.execute(tx)
}

export async function nodeOfProduct(tx: Tx, product: { id: number; name: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into lineage (product_id, name) values (${product.id}, ${product.name})
    on conflict (product_id) do update set name = excluded.name returning id`.execute(tx)
  return idOf(rows)
}

/** The seed of the shop with this name, shown ones first; else a node of its own. */
export async function nodeNamed(tx: Tx, name: string): Promise<number> {
  const line = `${normalise(name)}\n`
  const { rows: products } = await sql<{ id: number; name: string }>`
    select id, name from products
    where deleted_at is null and type <> 'merch' and search_text collate "C" between ${line} and ${`${line}\u{10FFFF}`}
    order by available desc, id limit 1`.execute(tx)
  if (products[0]) return nodeOfProduct(tx, products[0])
  const { rows } = await sql<{ id: number }>`
    insert into lineage (name) values (${name})
    on conflict (folded(name)) where product_id is null do update set name = excluded.name returning id`.execute(
    tx,
  )
  return idOf(rows)
}

function idOf([row]: { id: number }[]): number {
  if (!row) throw new Error('no node')
  return row.id
}

/** Whether a node is `of`, or one of its ancestors. */
export async function isAncestor(tx: Tx, node: number, of: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select ${of}::int as id
      union
      select p.parent_id from up join lineage_parents p on p.child_id = up.id
    )
    select exists (select from up where id = ${node}) as found`.execute(tx)
  return rows[0]?.found === true
}

/** Nodes that nothing has any more are dropped. */
export async function saveParents(
  tx: Tx,
  node: number,
  { generation, parents }: { generation: string; parents: { role: ParentRole; id: number }[] },
): Promise<void> {
  await tx.updateTable('lineage').set({ generation }).where('id', '=', node).execute()
  await tx.deleteFrom('lineage_parents').where('child_id', '=', node).execute()
  if (parents.length > 0) {
    const rows = parents.map(({ role, id }) => ({ child_id: node, role, parent_id: id }))
    await tx.insertInto('lineage_parents').values(rows).execute()
  }
  await sql`
    delete from lineage l where l.generation = '' and not exists (
      select from lineage_parents where l.id in (child_id, parent_id))`.execute(tx)
}
