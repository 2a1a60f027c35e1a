import os from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** See e2e/support/browser-test.ts. */
const slowed = Number(process.env['JOURNEYS_SLOWED'] ?? 1)

/** What the long run plays at full size, with every product, and the back office's journeys in its other language. */
const THOROUGHLY = [
  'e2e/backoffice/{background-jobs,batches,channel-settings,company-sign-in,content,gift-mails,gifts,imports,inbox}.e2e.ts',
  'e2e/backoffice/{lists,live,order-handling,preview,read-only-role,releases,retention,sign-in,voucher-page}.e2e.ts',
  'e2e/shop/checkout/payment-ends.e2e.ts',
  'e2e/shop/pages/channels.e2e.ts',
  'server/modules/checkout/random-walks.test.ts',
  'server/cli/command-line.test.ts',
  'server/modules/catalog/gifts/gift-list.sql.test.ts',
  'server/modules/catalog/imports/import.staff-routes.test.ts',
  'server/modules/payments/payment-outcomes.test.ts',
]

/**
 * Small files that take long. They would start last and each occupy a single worker at the end. A tree with earlier
 * test runs uses their times, a new one sorts by size.
 */
const START_FIRST = [
  'tools/simulation/run-simulation.test.ts',
  'server/platform/stop-signals.test.ts',
  'server/main.test.ts',
  'server/modules/payments/payment-outcomes.test.ts',
  'server/modules/checkout/random-walks.test.ts',
  'server/start/drained-restart.test.ts',
  'e2e/backoffice/menu-editor.e2e.ts',
  'e2e/backoffice/stored-script.e2e.ts',
  'e2e/backoffice/all-pages.e2e.ts',
  'e2e/backoffice/read-only-role.e2e.ts',
  'e2e/shop/pages/layout-shift.e2e.ts',
  'e2e/backoffice/preview.e2e.ts',
  'e2e/backoffice/attributes.e2e.ts',
  'e2e/shop/pages/images.e2e.ts',
  'e2e/mails.e2e.ts',
]

const COSTS = 'e2e/costs.e2e.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const place = ({ project, moduleId }: TestSpecification) => {
      const at = START_FIRST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return projects.indexOf(project.name) * 1000 + (at < 0 ? START_FIRST.length : at)
    }
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

/**
 * Two workers per core, because starts, stops and browser tests spend part of their time waiting. Each worker has a
 * shop and a browser, and more than eight would exceed the connections of their database. A third worker per core
 * makes all of them slower and none faster (decision 016).
 */
const BYTES_A_WORKER = 1.5 * 2 ** 30
const workers = Math.max(
  2,
  Math.min(8, 2 * os.availableParallelism(), Math.floor(os.totalmem() / BYTES_A_WORKER)),
)

/**
 * Each test file owns a database, and nothing that a module holds outlives the shop it was made for: so the files of a
 * worker share what it has loaded, and its browser (decision 016).
 */
export default defineConfig({
  test: {
    maxWorkers: workers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          isolate: false,
          // What takes a second takes many where much goes on beside it.
          testTimeout: 60_000,
          include: [
            '*.test.ts',
            'domain/**/*.test.ts',
            'contract/**/*.test.ts',
            'storefront/**/*.test.ts',
            'backoffice/**/*.test.ts',
            'employer-portal/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'components',
          isolate: false,
          environment: 'happy-dom',
          testTimeout: 60_000,
          setupFiles: ['backoffice/testing/component-setup.ts'],
          include: ['{backoffice,employer-portal}/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,tools}/**/*.test.{ts,tsx}'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/run/end-with-run.ts'],
          isolate: false,
          // A failing test waits this long. A test that is only slow on a busy machine passes.
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
        },
      },
      journeys('browser', ['e2e/**/*.e2e.ts'], { exclude: [COSTS] }),
      // Processor time is measured in it: after all else.
      journeys('costs', [COSTS], { groupOrder: 2 }),
      // What takes too long for every change.
      journeys('long', ['e2e/**/*.long.ts', '{server,tools}/**/*.long.ts', ...THOROUGHLY], {
        env: { THOROUGH: 'yes' },
      }),
    ],
  },
})

type HowToTravel = { exclude?: string[]; env?: Record<string, string>; groupOrder?: number }

function journeys(
  name: string,
  include: string[],
  { exclude = [], env = {}, groupOrder = 1 }: HowToTravel = {},
) {
  return {
    test: {
      name,
      include,
      exclude,
      env,
      globalSetup: ['server/testing/global-setup.ts', 'e2e/support/pages-setup.ts'],
      setupFiles: ['server/testing/run/end-with-run.ts'],
      isolate: false,
      // A browser, a server and a database are busy at once: after all else.
      sequence: { groupOrder },
      testTimeout: 240_000 * slowed,
      // A debounce and a slow machine are no failures.
      expect: { poll: { timeout: 60_000 * slowed } },
      hookTimeout: 120_000,
    },
  }
}
