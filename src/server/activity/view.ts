import type { Activity } from '../../contract/activity.ts'
import type { listEntries } from './queries.ts'

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

/** Names are joined when the log is read and never stored in it, so that a removed account leaves none. */
export function activityView(entry: Entry): Activity {
  const user = entry.username ?? 'Sistema'
  return {
    id: entry.id,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entity_id,
    description: entry.description,
    user,
    timestamp: entry.created_at.toISOString(),
    changes: changesView(entry.changes, user),
  }
}

function changesView(changes: unknown, user: string): Activity['changes'] {
  if (typeof changes !== 'object' || changes === null) return {}
  return 'changed_by' in changes ? { ...changes, changed_by: user } : { ...changes }
}
