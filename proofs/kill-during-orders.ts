import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killDuringOrders } from '../test/support/kill-rounds.ts'

/** `npm run prove:kill [-- ROUNDS]`: kills the embedded shop while it sells, 20 times unless told otherwise. */
const rounds = Number(process.argv[2] ?? 20)
const folder = await mkdtemp(join(tmpdir(), 'surbrote-kill-'))
try {
  const report = await killDuringOrders(folder, rounds)
  console.table(report)
  process.exitCode = report.lost + report.halves + report.difference === 0 && report.acknowledged > 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
