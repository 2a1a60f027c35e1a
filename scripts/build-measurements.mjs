// Builds the benchmarks and the screenshots into dist/measurements/; see scripts/bench.mjs, check.mjs, demo-history.mjs, screenshots.mjs.
import { bundle } from './bundle.mjs'

await bundle(
  {
    'api-bench': 'tools/bench/api-bench.ts',
    'browser-bench': 'tools/bench/browser-bench.ts',
    'costs-bench': 'tools/bench/costs-bench.ts',
    'step-bench': 'tools/bench/step-bench.ts',
    'search-bench': 'tools/bench/search-bench.ts',
    'backoffice-bench': 'tools/bench/backoffice-bench.ts',
    screenshots: 'e2e/screenshots/screenshots.ts',
    'raw-server': 'tools/bench/raw-server.ts',
    // For tools/scale.
    database: 'server/platform/db/database.ts',
    'make-history': 'tools/demo-making/make-history.ts',
    'crash-rounds': 'tools/bench/crash-rounds.ts',
  },
  'dist/measurements',
)
