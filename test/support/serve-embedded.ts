import path from 'node:path'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/open-shop.ts'

/**
 * A process that serves the API on an embedded database, to be killed: `serve-embedded.ts FOLDER` prints the port it
 * listens on. Run by `kill-rounds.ts`.
 */
const dataDir = process.argv[2] ?? ''
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' })
const shop = await openShop(config, path.resolve(import.meta.dirname, '../..'))
const app = await createApp(shop)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`listening ${typeof address === 'object' ? address?.port : ''}\n`)
