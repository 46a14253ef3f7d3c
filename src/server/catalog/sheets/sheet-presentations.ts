import type { Product } from '../../../contract/catalog/catalog.ts'
import { normalise } from '../rules.ts'
import type { Problems, SheetRow } from './sheet-file.ts'

/** The existing presentations with the changes of the rows, and new ones; `rowOf` by place. Adds to `problems`. */
export function mergeBlisters(
  rows: SheetRow[],
  now: Product | undefined,
  problems: Problems,
): { blisters: Record<string, unknown>[]; rowOf: Map<number, number> } {
  const blisters: Record<string, unknown>[] = (now?.blisters ?? []).map(
    ({ final_price: _final, ...each }) => ({
      ...each,
      stock_loaded: each.stock,
    }),
  )
  const rowOf = new Map<number, number>()
  for (const row of rows) {
    if (row.identity.blister === undefined && Object.keys(row.blister).length === 0) continue
    const named = nameOf(row, now)
    const place = placeOf(row.identity, named, { now, taken: rowOf })
    if (typeof place === 'string') {
      problems.add(row.row, place)
      continue
    }
    const twin =
      rowOf.get(place) ??
      (row.identity.blister === undefined && tellsApart(named)
        ? [...rowOf].find(([other]) => isAlike(blisters[other], named))?.[1]
        : undefined)
    if (twin !== undefined)
      problems.add(row.row, `Es la misma presentación que la fila ${twin} (otra igual necesita su ID)`)
    rowOf.set(place, row.row)
    const { stock_loaded: _loaded, ...said } = row.blister
    // Without the stock at the export, the stock of the sheet is absolute.
    const told = 'stock' in row.blister ? { stock_loaded: undefined, ...row.blister } : said
    const fresh = named.size === undefined ? {} : { seed_count: 1 }
    blisters[place] = { ...(blisters[place] ?? fresh), ...told }
    if (place >= (now?.blisters.length ?? 0)) delete blisters[place]['stock_loaded']
  }
  return { blisters, rowOf }
}

/** What a row calls its presentation: the size of merchandise, else its seeds. */
interface Named {
  isMerch: boolean
  size: string | undefined
  seeds: unknown
}

function nameOf({ product, blister }: SheetRow, now: Product | undefined): Named {
  const isMerch = (product['type'] ?? now?.type) === 'merch'
  const size = isMerch && blister['size'] !== undefined ? normalise(String(blister['size'])) : undefined
  return { isMerch, size, seeds: blister['seed_count'] }
}

function isNamed({ size, seeds }: Named): boolean {
  return size !== undefined || seeds !== undefined
}

/** All merchandise has one unit. */
function tellsApart({ isMerch, size, seeds }: Named): boolean {
  return (isMerch ? size : seeds) !== undefined
}

/** A size alone decides. */
function isAlike(
  there: { size?: unknown; seed_count?: unknown } | undefined,
  { size, seeds }: Named,
): boolean {
  if (size !== undefined) return typeof there?.size === 'string' && normalise(there.size) === size
  return seeds === undefined || there?.seed_count === seeds
}

/** The index of the presentation: by ID, else by its size or a unique seed count, else a new one. A string is a problem. */
function placeOf(
  { blister }: SheetRow['identity'],
  named: Named,
  { now, taken }: { now: Product | undefined; taken: Map<number, number> },
): number | string {
  const there = now?.blisters ?? []
  const fresh = Math.max(there.length, ...[...taken.keys()].map((place) => place + 1))
  if (blister !== undefined) {
    const place = there.findIndex(({ id }) => id === blister)
    if (place < 0) return `La presentación ${blister} no es de este producto`
    return taken.has(place) ? `La presentación ${blister} está repetida` : place
  }
  const whatTells = named.isMerch ? 'el talle' : 'la cantidad de semillas'
  if (!isNamed(named) && there.length !== 1) return `Falta el ID de la presentación o ${whatTells}`
  const alike = [...there.entries()].filter(([place, each]) => !taken.has(place) && isAlike(each, named))
  if (alike.length > 1 && !tellsApart(named)) return `Falta el ID de la presentación o ${whatTells}`
  if (alike.length > 1) return 'Varias presentaciones tienen esas semillas: poné el ID de la presentación'
  return alike[0]?.[0] ?? fresh
}
