import { type Command, say } from './command.ts'

export const backupKey: Command = {
  usage: '',
  help: 'hace la clave con la que se cifran las copias que salen del servidor',
  async run() {
    // On demand, as no other command needs it.
    const { makeKey } = await import('../backup/seal.ts')
    const { identity, recipient } = await makeKey()
    return say(
      [
        'Esta línea va en los ajustes de la tienda (/etc/surbrote/surbrote.env):',
        '',
        `BACKUP_RECIPIENT=${recipient}`,
        '',
        'Y esta es la clave secreta. Guardala con tus contraseñas, fuera de este servidor: sin ella ninguna copia se abre, y acá no queda.',
        '',
        identity,
      ].join('\n'),
    )
  },
}
