import { loadDemo } from '../../start/load-demo.ts'
import { openShop } from '../../start/open-shop.ts'
import { type Command, databaseName, say } from './command.ts'

export const fillDemo: Command = {
  usage: '',
  help: 'llena una tienda vacía con la demo',
  async run({ config, root }) {
    const fillDemoShop = await loadDemo()
    const shop = await openShop(config, root)
    try {
      return (await fillDemoShop(shop))
        ? say(`La tienda de demostración está lista en ${databaseName(config)}.`)
        : say('La tienda ya tiene cuentas: no se agregó nada.', 1)
    } finally {
      await shop.database.close()
    }
  },
}
