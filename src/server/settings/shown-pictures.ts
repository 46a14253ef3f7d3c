import { type RawBuilder, sql } from 'kysely'
import type { UploadPreset } from '../db/tables.ts'

/** A setting, such as the trophies, shows the picture of the row `gone`. */
export function isShownInSettings(preset: UploadPreset): RawBuilder<boolean> {
  return sql`exists (select from settings where strpos(value::text, ${`/media/${preset}/`} || gone.id || '/') > 0)`
}
