// Builds what measures and photographs the shop into dist/measurements/; see scripts/bench.mjs, check.mjs, screenshots.mjs.
import { bundle } from './bundle.mjs'

await bundle(
  {
    'api-bench': 'bench/api-bench.ts',
    'browser-bench': 'bench/browser-bench.ts',
    'costs-bench': 'bench/costs-bench.ts',
    'step-bench': 'bench/step-bench.ts',
    'search-bench': 'bench/search-bench.ts',
    'desk-bench': 'bench/desk-bench.ts',
    screenshots: 'e2e/screenshots.ts',
    'raw-server': 'bench/raw-server.ts',
    'kill-rounds': 'bench/kill-rounds.ts',
  },
  'dist/measurements',
)
