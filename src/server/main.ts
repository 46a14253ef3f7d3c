import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DemoUnfinished, fillDemoShop } from '../../db/demo/fill.ts'
import { createApp } from './app.ts'
import { type Config, readConfig, WrongSetting } from './config.ts'
import { DataDirInUse } from './db/data-lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { startHousekeeping } from './housekeeping.ts'
import { startSender } from './mail/sender.ts'
import { openShop } from './open-shop.ts'
import { openBuiltRenderer } from './pages/built-renderer.ts'

/** Starts the shop: settings, database, demo, application, listening. Stops cleanly on SIGTERM and Ctrl-C. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const developing = process.argv.includes('--dev')
/** Longer than this and what is still running is cut. */
const STOP_WITHIN_MS = 10_000

process.on('uncaughtException', (error) => giveUp(error))
process.on('unhandledRejection', (error) => giveUp(error))

await main()

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const shop = await openShop(config, root)
  const demo = config.demo ? await fillDemoShop(shop, path.join(root, 'db/demo')) : false
  const renderer = developing
    ? await (await import('./pages/dev-renderer.ts')).openDevRenderer()
    : await openBuiltRenderer(path.join(root, 'dist'))
  const app = await createApp(shop, renderer)
  const sender = startSender(shop)
  const housekeeping = startHousekeeping(shop)
  await app.listen({ port: config.port, host: config.host })
  greet(config, demo)

  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    const cut = setTimeout(() => process.exit(1), STOP_WITHIN_MS)
    cut.unref()
    void (async () => {
      await app.close()
      if ('close' in renderer && typeof renderer.close === 'function') await renderer.close()
      housekeeping.stop()
      await sender.stop()
      await shop.database.close()
      process.exit(0)
    })()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function greet({ port, publicUrl, dataDir, databaseUrl }: Config, demo: boolean): void {
  const lines = [
    '',
    `  Surbrote está en ${publicUrl}`,
    `  (puerto ${port}, datos en ${databaseUrl === undefined ? dataDir : 'PostgreSQL'})`,
    ...(demo
      ? [
          '',
          '  Cuentas de la demo, contraseña Semilla2026:',
          '    admin     administra la tienda',
          '    cliente   compra, con pedidos y reclamos anteriores',
          '    nueva     todavía no verificó su e-mail',
        ]
      : []),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** One clear line for a wrong setting or a folder in use; the whole error for what nobody expected. */
function giveUp(error: unknown): never {
  const said = error instanceof Error ? error : new Error(String(error))
  const expected = [WrongSetting, DataDirInUse, MigrationRefused, DemoUnfinished].some(
    (kind) => said instanceof kind,
  )
  process.stderr.write(`${expected ? said.message : (said.stack ?? said.message)}\n`)
  process.exit(1)
}
