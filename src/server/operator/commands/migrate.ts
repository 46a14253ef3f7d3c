import { openShop } from '../../start/open-shop.ts'
import { type Command, say } from './command.ts'

export const migrate: Command = {
  usage: '',
  help: 'actualiza las tablas; en PostgreSQL con MIGRATE_DATABASE_URL, si está',
  async run({ config, root }) {
    const shop =
      config.databaseUrl && config.migrateDatabaseUrl
        ? await openShop({ ...config, databaseUrl: config.migrateDatabaseUrl }, root, 'MIGRATE_DATABASE_URL')
        : await openShop(config, root)
    await shop.database.close()
    // Opening the shop has brought the tables up to date.
    return say('Las tablas están al día.')
  },
}
