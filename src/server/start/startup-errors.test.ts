import { expect, it } from 'vitest'
import { WrongSetting } from '../config.ts'
import { exitCodeOf, refusedFile, wrongAddress, wrongDatabase } from './startup-errors.ts'

it('a full disk is one line, with the file or without', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  expect(refusedFile(full)).toBe('No se pudo escribir: no queda lugar en el disco (ENOSPC).')
  expect(refusedFile(Object.assign(full, { path: '/copia' }))).toBe(
    'No se puede usar /copia: no queda lugar en el disco (ENOSPC).',
  )
  expect(refusedFile(new Error('something else'))).toBeUndefined()
})

it('ends with 78 for what no restart mends, so that systemd does not try it without end', () => {
  const wanted = { host: 'db', port: 5432 }
  const failed = (code: string) => Object.assign(new Error(code), { code })
  const database = (code: string) => exitCodeOf(wrongDatabase('DATABASE_URL', wanted, failed(code)))
  expect(exitCodeOf(new WrongSetting('PORT: wrong'))).toBe(78)
  expect(['28P01', '3D000'].map(database)).toEqual([78, 78])
  expect(['ECONNREFUSED', '57P03'].map(database)).toEqual([1, 1])
  const address = wrongAddress({ port: 'PORT', host: 'HOST' }, wanted, failed('EADDRINUSE'))
  expect(exitCodeOf(address)).toBe(78)
  expect(exitCodeOf(new Error('unexpected'))).toBe(1)
})
