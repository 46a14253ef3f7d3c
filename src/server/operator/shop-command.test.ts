import { describe, expect, it } from 'vitest'
import { inScope } from '../../../test/support/scope.ts'
import { runCommand } from '../../../test/support/servers/run-command.ts'
import { runHere } from '../../../test/support/servers/run-here.ts'
import { embeddedPlace } from '../../../test/support/test-environment.ts'

const usage =
  'Uso:\n  npm run shop -- password USUARIO   cambia la contraseña de una cuenta (usuario o email) y cierra sus sesiones; pide la nueva\n'

describe('npm run shop', { timeout: 120_000 }, () => {
  it.each([
    ['password', `Falta el usuario.\n${usage}`],
    ['password uno --foo', `No existe la opción --foo.\n${usage}`],
    ['pasword uno', `No existe el comando «pasword»: ¿será «password»?\n${usage}`],
    ['zapallo', 'No existe el comando «zapallo»: «npm run shop», sin nada más, los lista.\n'],
  ])('%s: one sentence, and the usage of that command alone', async (words, said) => {
    expect(await runHere(words.split(' '), {})).toEqual({ code: 2, said })
  })

  it('lists the commands that begin with a word, and without words all', async () => {
    const calls = (text: string) => [...text.matchAll(/run shop -- (\w+ ?\w*)/g)].map(([, call]) => call)
    expect(calls((await runHere(['admin'], {})).said)).toEqual(['admin create', 'admin reset'])
    expect(calls((await runHere(['persona', 'forget', 'ana@correo.example'], {})).said)).toEqual([
      'person forget',
    ])
    const { text } = await inScope((scope) => runCommand(embeddedPlace(scope), []))
    expect(calls(text).length).toBeGreaterThan(15)
  })
})
