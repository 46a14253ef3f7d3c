import { globSync, readFileSync } from 'node:fs'
import { matchesGlob, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests without a database, which start in a second. */
const unit = [
  'src/contract/**/*.test.ts',
  'src/web/**/*.test.{ts,tsx}',
  'src/server/**/rules.test.ts',
  'test/house-rules.test.ts',
  'test/documents.test.ts',
  'test/house/*.test.ts',
]
const strangers = ['test/strangers/*.test.ts']
const api = ['src/server/**/*.test.ts', '{test,proofs,demo,demo-art}/**/*.test.{ts,tsx}']

const isOneOf = (file: string, globs: string[]) => globs.some((glob) => matchesGlob(file, glob))

/** The files that replace modules, or say that they change their process. */
const alone = globSync('{src,test,proofs}/**/*.test.{ts,tsx}').filter((file) =>
  /\bvi\.mock\(|^\/\/ Runs alone: /m.test(readFileSync(file, 'utf8')),
)

/** The other files of a project share a process and the modules that it loaded, which takes half the time. */
const twoProjects = (
  name: string,
  include: string[],
  exclude: string[],
  { more, together = {}, ...vite }: { more: object; together?: object; oxc?: object },
) => [
  {
    extends: true as const,
    ...vite,
    test: { name, include, exclude: [...exclude, ...alone], isolate: false, ...more, ...together },
  },
  {
    extends: true as const,
    ...vite,
    test: {
      name: `${name}-alone`,
      include: alone.filter((file) => isOneOf(file, include) && !isOneOf(file, exclude)),
      ...more,
    },
  },
]

/** The longest first, so that one worker does not end with it alone. */
class StrangersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- no method of an array
    const sorted = await super.sort(files)
    const isOfStrangers = ({ project }: TestSpecification) => project.name === 'strangers'
    return [...sorted.filter(isOfStrangers), ...sorted.filter((file) => !isOfStrangers(file))]
  }
}

export default defineConfig({
  define: { CONTRACT_HASH: '"tests"' },
  test: {
    sequence: { sequencer: StrangersFirst },
    // Processes, not threads: the embedded database starts its own thread in each.
    pool: 'forks',
    // Each may hold a database in memory. One more than the cores of CI, as tests wait for processes, disks and timers.
    maxWorkers: 3,
    testTimeout: 45_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      ...twoProjects('unit', unit, [], { more: { setupFiles: ['test/support/forget-storage.ts'] } }),
      ...twoProjects('api', api, [...unit, ...strangers], {
        // React as in the shop, with NODE_ENV below: it renders a page in a fraction of the time.
        oxc: { jsx: { development: false } },
        more: {
          globalSetup: ['test/support/databases/global-setup.ts'],
          env: { NODE_ENV: 'production' },
        },
        together: { alias: { '@node-rs/argon2': resolve('test/support/cheap-argon2.ts') } },
      }),
      { extends: true, test: { name: 'strangers', include: strangers } },
    ],
  },
})
