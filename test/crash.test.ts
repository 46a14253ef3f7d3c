import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { killDuringOrders } from './support/kill-rounds.ts'

describe('an embedded shop that is killed while it sells', () => {
  it('keeps every acknowledged order, whole, and its books agree', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'surbrote-kill-'))
    try {
      const report = await killDuringOrders(folder, 3)
      expect(report.acknowledged).toBeGreaterThan(10)
      expect(report).toMatchObject({ lost: 0, halves: 0, difference: 0 })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 180_000)
})
