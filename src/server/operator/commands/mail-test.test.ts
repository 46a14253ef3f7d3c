import { resolve } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { openScope } from '../../../../test/support/scope.ts'
import { startMailServer } from '../../../../test/support/servers/mail-server.ts'
import { readConfig } from '../../config.ts'
import { mailTest } from './mail-test.ts'

const scope = openScope()
afterAll(() => scope.end())

const send = (settings: Record<string, string>, ...args: string[]) =>
  mailTest.run({ config: readConfig({ DATA_DIR: scope.folder, ...settings }), root: resolve('.'), args })

it("mail test sends a mail immediately, or prints the mail server's answer", async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { url, received } = await startMailServer(scope)
  const settings = { SMTP_URL: url, MAIL_FROM: 'Tienda <hola@semillas.ar>' }
  expect(await send(settings, 'ana@correo.example')).toBe(0)
  expect(received).toMatchObject([{ to: [expect.stringContaining('ana@correo.example')] }])
  const { url: refusing } = await startMailServer(scope, () => 'refuse')
  await expect(send({ ...settings, SMTP_URL: refusing }, 'ana@correo.example')).rejects.toThrow(
    /no aceptó el mail: .*554/,
  )
  await expect(send({}, 'ana@correo.example')).rejects.toThrow('Falta SMTP_URL')
  await expect(send(settings, 'ana')).rejects.toThrow(/email/i)
})
