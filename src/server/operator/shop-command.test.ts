import { describe, expect, it } from 'vitest'
import { inScope } from '../../../test/support/scope.ts'
import { runCommand } from '../../../test/support/servers/run-command.ts'
import { embeddedPlace } from '../../../test/support/test-environment.ts'

const backup =
  'npm run shop -- backup [CARPETA [--daily]] [--to s3://BUCKET/PREFIJO]   copia base y archivos a una carpeta nueva o, cifrados, a un bucket; con la tienda abierta o cerrada'

describe('npm run shop', { timeout: 120_000 }, () => {
  it.each([
    ['backup', `Falta la carpeta, o --to s3://BUCKET/PREFIJO.\nUso:\n  ${backup}\n`],
    ['backup uno --foo', `No existe la opción --foo.\nUso:\n  ${backup}\n`],
    ['bakcup uno', `No existe el comando «bakcup»: ¿será «backup»?\nUso:\n  ${backup}\n`],
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
