import { type Command, say } from './command.ts'
import { tellShop } from './tell-shop.ts'

/** For the unit or the task that makes backups, which calls it when one fails. */
export const backupFailed: Command = {
  usage: '',
  help: 'anota que una copia falló, para el panel y el mail; lo corre la tarea de copias',
  async run({ config }) {
    await tellShop(config, 'note backup failure')
    return say(
      'Anotado: si Ajustes espera copias (más de 0 horas), el panel lo dice y sale un mail, uno por día.',
    )
  },
}
