import { defineConfig } from 'vitest/config'

/** Tests without a database, which start in a second. */
const unit = [
  'src/contract/**/*.test.ts',
  'src/web/**/*.test.{ts,tsx}',
  'src/server/**/rules.test.ts',
  'test/house-rules.test.ts',
  'test/house/*.test.ts',
]

export default defineConfig({
  test: {
    // Processes, not threads: the embedded database starts its own thread in each.
    pool: 'forks',
    // Each may hold a database in memory, and the machine may have only two cores.
    maxWorkers: 2,
    testTimeout: 45_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['src/server/**/*.test.ts', 'test/**/*.test.{ts,tsx}', 'demo/**/*.test.ts'],
          exclude: [...unit, 'test/strangers/**'],
          globalSetup: ['test/support/databases/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'strangers', include: ['test/strangers/*.test.ts'] } },
    ],
  },
})
