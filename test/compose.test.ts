import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './support/test-environment.ts'

const read = (file: string) => readFileSync(path.join(ROOT, 'deploy', file), 'utf8')

it('compose.yaml opens no shop that mails nobody: SMTP_URL is asked for, the catcher starts by its profile only', () => {
  const compose = read('compose.yaml')
  expect(compose).toMatch(/^ {6}SMTP_URL: \$\{SMTP_URL:\?[^}]+\}$/m)
  expect(compose).toMatch(/^ {2}mail:\n {4}profiles: \[try-out\]$/m)
  // First-day replaces each empty name by a secret.
  expect(read('example.env')).not.toMatch(/^SMTP_URL=/m)
})
