import { describe, expect, it, vi } from 'vitest'
import { inScope } from '../../../test/support/scope.ts'
import { runCommand as runInProcess } from '../../../test/support/servers/run-command.ts'
import { embeddedPlace } from '../../../test/support/test-environment.ts'
import { runCommand } from './run-command.ts'

const usage =
  'Uso:\n  npm run shop -- password USUARIO   cambia la contraseña de una cuenta (usuario o email) y cierra sus sesiones; pide la nueva\n'

describe('npm run shop', { timeout: 120_000 }, () => {
  it.each([
    ['password', `Falta el usuario.\n${usage}`],
    ['password uno --foo', `No existe la opción --foo.\n${usage}`],
    ['pasword uno', `No existe el comando «pasword»: ¿será «password»?\n${usage}`],
    ['zapallo', 'No existe el comando «zapallo»: «npm run shop», sin nada más, los lista.\n'],
  ])('%s: one sentence, and the usage of that command alone', async (words, text) => {
    expect(await run(...words.split(' '))).toEqual({ code: 2, text })
  })

  it('lists the commands that begin with a word, and without words all', async () => {
    const calls = (text: string) => [...text.matchAll(/run shop -- (\w+ ?\w*)/g)].map(([, call]) => call)
    expect(calls((await run('admin')).text)).toEqual(['admin create', 'admin reset'])
    expect(calls((await run('persona', 'forget', 'ana@correo.example')).text)).toEqual(['person forget'])
    const { text } = await inScope((scope) => runInProcess(embeddedPlace(scope), []))
    expect(calls(text).length).toBeGreaterThan(15)
  })
})

async function run(...words: string[]) {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((said) => {
    text += String(said)
    return true
  })
  const code = await runCommand(words, {})
  write.mockRestore()
  return { code, text }
}
