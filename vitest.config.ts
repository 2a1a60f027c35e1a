import { defineConfig } from 'vitest/config'

/** See e2e/journey.ts. */
const slowed = Number(process.env['JOURNEYS_SLOWED'] ?? 1)

/**
 * Three workers on two cores: what starts and stops, and what looks at a page, waits half of its time. Each test file
 * owns a database, and nothing that a module holds outlives the shop it was made for: so the files of a worker share
 * what it has loaded, and its browser (decision 029).
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rules',
          isolate: false,
          include: [
            '*.test.ts',
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'storefront/**/*.test.ts',
            'backoffice/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.{ts,tsx}'],
          globalSetup: ['server/testing/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
        },
      },
      journeys('browser', 'e2e/**/*.e2e.ts'),
      // What takes too long for every change.
      journeys('long', 'e2e/**/*.long.ts', 'server/**/*.long.ts'),
    ],
  },
})

function journeys(name: string, ...include: string[]) {
  return {
    test: {
      name,
      include,
      globalSetup: ['server/testing/global-setup.ts', 'e2e/pages-setup.ts'],
      isolate: false,
      // A browser, a server and a database are busy at once: after all else.
      sequence: { groupOrder: 1 },
      testTimeout: 90_000 * slowed,
      // A debounce and a slow machine are no failures.
      expect: { poll: { timeout: 20_000 * slowed } },
      hookTimeout: 60_000,
    },
  }
}
