import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_PASSWORD } from './auth/auth.ts'
import { type Config, readConfig, WrongSetting } from './config.ts'
import { DataDirInUse } from './db/data-lock.ts'
import { MigrationRefused } from './db/migration-refused.ts'
import { collectOnceStarted } from './collect-once.ts'
import { loadDemo } from './start/load-demo.ts'
import { openShop } from './start/open-shop.ts'
import { tellServiceManager } from './start/service-manager.ts'
import { exitCodeOf } from './start/startup-errors.ts'
import { refusePublicDemo } from './start/public-demo.ts'
import type { Renderer } from './pages/pages.ts'
import { OperatorError } from './operator/operator-error.ts'
import type { Shop } from './shop.ts'

/** Starts the shop: settings, database, demo, pages; `serve.ts` does the rest. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const developing = process.argv.includes('--dev')

let log: Shop['log'] | undefined
process.on('uncaughtException', (error) => giveUp(error))
process.on('unhandledRejection', (error) => giveUp(error))

await main()

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // The database opens in another thread or process; meanwhile this one loads the rest.
  const loading = Promise.all([
    import('./start/serve.ts'),
    openRenderer(),
    config.demo ? loadDemo() : undefined,
  ])
  // Errors of opening the shop are reported first; `await loading` below throws these.
  loading.catch(() => undefined)
  const shop = await openShop(config, root, { holder: 'starting' })
  log = shop.log
  await refusePublicDemo(shop)
  const [{ serve }, renderer, fillDemoShop] = await loading
  const demo = (await fillDemoShop?.(shop)) ?? false
  await serve(shop, renderer)
  tellServiceManager(process.env, shop.log)
  greet(config, demo)
  collectOnceStarted()
}

async function openRenderer(): Promise<Renderer> {
  if (developing) return (await import('./pages/dev-renderer.ts')).openDevRenderer()
  return (await import('./pages/built-renderer.ts')).openBuiltRenderer(path.join(root, 'dist'))
}

function greet({ port, publicUrl, dataDir, databaseUrl }: Config, demo: boolean): void {
  const lines = [
    '',
    `  La tienda está en ${publicUrl}`,
    `  (puerto ${port}, datos en ${databaseUrl === undefined ? dataDir : 'PostgreSQL'})`,
    ...(demo
      ? [
          '',
          `  Cuentas de la demo, contraseña ${DEMO_PASSWORD}:`,
          '    admin     administra la tienda',
          '    cliente   compra, con pedidos y reclamos anteriores',
          '    nueva     todavía no verificó su email',
        ]
      : []),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Ends the shop: with one line for an expected error such as a wrong setting, else with the error in the log. */
function giveUp(error: unknown): never {
  const reason = error instanceof Error ? error : new Error(String(error))
  const expected = [WrongSetting, DataDirInUse, MigrationRefused, OperatorError].some(
    (kind) => reason instanceof kind,
  )
  if (log && !expected && !developing)
    log.fatal({ err: reason }, 'the shop ends: something failed that nobody expected')
  else process.stderr.write(`${expected ? reason.message : (reason.stack ?? reason.message)}\n`)
  process.exit(exitCodeOf(reason))
}
