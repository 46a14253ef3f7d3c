import { expect, it } from 'vitest'
import { WrongSetting } from '../config.ts'
import { MigrationRefused } from '../db/migration-refused.ts'
import { exitCodeOf, refusedFile, wrongAddress, wrongDatabase, wrongFolder } from './startup-errors.ts'

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
  const failed = (code: string) => Object.assign(new Error(`failed ${code}`), code === '' ? {} : { code })
  const database = (code: string) => exitCodeOf(wrongDatabase('DATABASE_URL', wanted, failed(code)))
  const folder = (code: string) =>
    exitCodeOf(wrongFolder('DATA_DIR', '/d', Object.assign(failed(code), { syscall: 'open', path: '/d/db' })))
  const address = (code: string) =>
    exitCodeOf(wrongAddress({ port: 'PORT', host: 'HOST' }, wanted, failed(code)))
  const all = (codes: string[], exitCode: (code: string) => number) => [...new Set(codes.map(exitCode))]
  expect(exitCodeOf(new WrongSetting('PORT: wrong'))).toBe(78)
  expect(exitCodeOf(new MigrationRefused('late'))).toBe(78)
  expect(all(['28P01', '28000', '3D000', '42501'], database)).toEqual([78])
  expect(all(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'], folder)).toEqual([78])
  expect(address('EACCES')).toBe(78)
  // The empty code: 'timeout exceeded when trying to connect', 'Connection terminated unexpectedly'.
  const passing = ['', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']
  expect(all([...passing, '57P01', '57P02', '57P03', '53200', '53300'], database)).toEqual([1])
  expect(all(['EADDRINUSE', 'EADDRNOTAVAIL', 'EAI_AGAIN'], address)).toEqual([1])
  expect(all(['ENOSPC', 'EIO'], folder)).toEqual([1])
  expect(exitCodeOf(new Error('unexpected'))).toBe(1)
})
