import { expect, it } from 'vitest'
import { blocksOf, isSettings, lineOf, linesOf } from './document.ts'

const DAY = 'docs/operating/first-day.md'

it('reads the commands of the first day from the document', () => {
  const [settings = ''] = blocksOf(DAY, '3. Settings')
  expect([isSettings(settings), linesOf(settings)[0]]).toEqual([true, 'DATA_DIR=/var/lib/surbrote'])
  const headings = ['1. Release', '2. Install', '4. PostgreSQL (second path)', '5. First admin', '6. Start']
  for (const heading of [...headings, '7. nginx and a certificate', '9. Backups and alarms']) {
    const blocks = blocksOf(DAY, heading)
    expect([heading, blocks.length > 0, blocks.some(isSettings)]).toEqual([heading, true, false])
  }
  expect(blocksOf(DAY, 'Containers').map((block) => linesOf(block).length)).toEqual([8, 3])
  expect(blocksOf('docs/operating/backup.md', 'Drill, once a month')[0]).toContain('sha256sum')
})

it('finds the lines of an upgrade, the way back and a second instance', () => {
  expect(lineOf('docs/operating/upgrade.md', 'upgrade.sh surbrote-')).toMatch(/-linux-x64\.tar\.gz$/)
  expect(lineOf('docs/operating/upgrade.md', 'upgrade.sh --back')).toContain('/current/')
  expect(lineOf('docs/operating/deploy.md', 'surbrote@3001')).toContain('systemctl enable')
  expect(lineOf('docs/operating/deploy.md', '127.0.0.1:3001')).toContain('systemctl reload nginx')
  expect(() => lineOf(DAY, 'npm ci')).toThrow('types no «npm ci»')
})
