import { protectAppendOnly } from '../../db/append-only.ts'
import { openShop } from '../../start/open-shop.ts'
import { type Command, databaseName, say } from './command.ts'

export const migrate: Command = {
  usage: '',
  help: 'actualiza las tablas; en PostgreSQL con MIGRATE_DATABASE_URL, si está',
  async run({ config, root }) {
    const { databaseUrl, migrateDatabaseUrl = databaseUrl } = config
    const from = migrateDatabaseUrl === databaseUrl ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL'
    const used = { ...config, databaseUrl: migrateDatabaseUrl }
    const shop = await openShop(used, root, { setting: from })
    // Opening the shop has migrated the tables.
    await protectAppendOnly(shop.db).finally(() => shop.database.close())
    return say(`Las tablas están al día: ${databaseName(used)}.`)
  },
}
