import { describe, expect, it } from 'vitest'
import { inScope } from '../../../test/support/scope.ts'
import { runCommand } from '../../../test/support/servers/run-command.ts'
import { embeddedPlace } from '../../../test/support/test-environment.ts'

const usage =
  'Uso:\n  npm run shop -- password USUARIO   cambia la contraseña de una cuenta (usuario o email) y cierra sus sesiones; pide la nueva\n'

describe('npm run shop', { timeout: 120_000 }, () => {
  it.each([
    ['password', `Falta el usuario.\n${usage}`],
    ['password uno --foo', `No existe la opción --foo.\n${usage}`],
    ['pasword uno', `No existe el comando «pasword»: ¿será «password»?\n${usage}`],
    ['zapallo', 'No existe el comando «zapallo»: «npm run shop», sin nada más, los lista.\n'],
  ])('%s: one sentence, and the usage of that command alone', (words, said) =>
    inScope(async (scope) => {
      const { code, text } = await runCommand(embeddedPlace(scope), words.split(' '))
      expect([code, text]).toEqual([2, said])
    }),
  )

  it('lists the commands that begin with a word, and without words all', () =>
    inScope(async (scope) => {
      const place = embeddedPlace(scope)
      const calls = async (...words: string[]) =>
        [...(await runCommand(place, words)).text.matchAll(/run shop -- (\w+ ?\w*)/g)].map(([, call]) => call)
      expect(await calls('admin')).toEqual(['admin create', 'admin reset'])
      expect(await calls('persona', 'forget', 'ana@correo.example')).toEqual(['person forget'])
      expect((await calls()).length).toBeGreaterThan(15)
    }))
})
