import { VERSION } from '../../version.ts'
import { type Command, say } from './command.ts'

export const version: Command = {
  usage: '',
  help: 'qué versión de la tienda es esta',
  run: () => Promise.resolve(say(VERSION)),
}
