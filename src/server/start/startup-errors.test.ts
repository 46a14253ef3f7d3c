import { expect, it } from 'vitest'
import { refusedFile } from './startup-errors.ts'

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
