import { type Command, say } from './command.ts'
import { tellShop } from './tell-shop.ts'

/** For the unit or the task that makes backups, which calls it when one fails. */
export const backupFailed: Command = {
  usage: '',
  help: 'avisa en el panel y por mail que una copia falló; lo corre la tarea de copias',
  async run({ config }) {
    await tellShop(config, 'note backup failure')
    return say('Anotado: el panel dice que la copia falló, y sale un mail, uno por día.')
  },
}
