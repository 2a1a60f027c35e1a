// Builds the server into dist/: one file, so that starting reads one file.
import { rolldown } from 'rolldown'

// Whoever builds: a test run would otherwise get React's slow half.
process.env.NODE_ENV = 'production'

const bundle = await rolldown({
  input: {
    main: 'server/main.ts',
    shop: 'server/command-line.ts',
    'api-bench': 'bench/api-bench.ts',
    'browser-bench': 'bench/browser-bench.ts',
    screenshots: 'e2e/screenshots.ts',
    'raw-server': 'bench/raw-server.ts',
    'kill-rounds': 'bench/kill-rounds.ts',
  },
  platform: 'node',
  // What npm installed stays where it is.
  external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('#'),
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
