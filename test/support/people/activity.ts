import type { Db } from '../../../src/server/db/connect.ts'

/** The newest entry of the log. */
export function lastActivity(db: Db) {
  return db.selectFrom('activity_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
}

/** All log entries about an account, oldest first. */
export function activityOnUser(db: Db, id: number) {
  return db
    .selectFrom('activity_log')
    .selectAll()
    .where('entity', '=', 'user')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
}
