import { COMMIT, VERSION } from '../../version.ts'
import { type Command, say } from './command.ts'

export const version: Command = {
  usage: '',
  help: 'qué versión de la tienda es esta, y de qué commit',
  run: () => Promise.resolve(say(COMMIT === undefined ? VERSION : `${VERSION} (${COMMIT})`)),
}
