import path from 'node:path'
import { fillDemoShop } from '../../../db/demo/fill.ts'
import { openShop } from '../open-shop.ts'
import { type Command, say } from './command.ts'

export const fillDemo: Command = {
  usage: '',
  help: 'llena una tienda vacía con la demo',
  async run({ config, root }) {
    const shop = await openShop(config, root)
    try {
      return (await fillDemoShop(shop, path.join(root, 'db/demo')))
        ? say('La tienda de demostración está lista.')
        : say('La tienda ya tiene cuentas: no se agregó nada.', 1)
    } finally {
      await shop.database.close()
    }
  },
}
