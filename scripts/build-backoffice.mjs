// Builds the back office and the employer portal into dist/backoffice/: files for the browser with hashes in their names, brotli beside them.
import { rmSync } from 'node:fs'
import path from 'node:path'

import { build } from 'vite'

import { compress, onLog, shared } from './build-storefront.mjs'
import { root } from './prepare.mjs'

const out = path.join(root, 'dist/backoffice')

/** The entries contain only what signing in needs. The layout and the pages are loaded after it. */
export async function buildBackoffice() {
  rmSync(out, { recursive: true, force: true })
  await build({
    ...shared,
    root,
    base: '/backoffice/',
    build: {
      outDir: out,
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      cssCodeSplit: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['backoffice/main.tsx', 'employer-portal/main.tsx'],
        onLog,
      },
    },
  })
  await compress(path.join(out, 'assets'))
}
