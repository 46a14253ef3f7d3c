import type { Activity } from '../../contract/activity.ts'
import type { ChangedText, listEntries } from './queries.ts'

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Names are joined on reading and never stored in the log, so that removing an account removes them. */
export function activityView(entry: Entry, names: Map<string, string>, texts: ChangedText[] = []): Activity {
  const named = presentationIds(entry).flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [[id, name] as const]
  })
  const user = entry.username ?? 'Sistema'
  return {
    id: entry.id,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entity_id,
    description: entry.description,
    user,
    timestamp: entry.created_at.toISOString(),
    ...changesView(withTexts(entry.changes, texts), user),
    ...(named.length > 0 && { presentations: Object.fromEntries(named) }),
  }
}

function withTexts(changes: unknown, texts: ChangedText[]): unknown {
  if (texts.length === 0 || typeof changes !== 'object') return changes
  return {
    ...changes,
    ...Object.fromEntries(texts.map(({ field, before, after }) => [field, { before, after }])),
  }
}

function changesView(logged: unknown, user: string): Pick<Activity, 'changes' | 'by_sheet'> {
  if (typeof logged !== 'object' || logged === null) return { changes: {} }
  // safe: changes are written by `recordActivity`, as an object
  const { by_sheet, ...changes } = logged as Record<string, unknown>
  return {
    changes: 'changed_by' in changes ? { ...changes, changed_by: user } : changes,
    ...(by_sheet === true && { by_sheet }),
  }
}

/** `blisters.7.price` → `7` */
export function presentationIds({ changes }: Pick<Entry, 'changes'>): string[] {
  if (typeof changes !== 'object' || changes === null) return []
  return [...new Set(Object.keys(changes).flatMap((key) => /^blisters\.(\d+)\./.exec(key)?.[1] ?? []))]
}
