// Builds the served files into dist/: the server programs, the shop pages and the back-office pages.
import { rmSync } from 'node:fs'
import path from 'node:path'

import { buildBackoffice } from './build-backoffice.mjs'
import { buildStorefront } from './build-storefront.mjs'
import { bundle } from './bundle.mjs'
import { root } from './prepare.mjs'
import { writeNotices } from './supply-chain.mjs'

rmSync(path.join(root, 'dist'), { recursive: true, force: true })
// In parallel, because each of them has phases that use only one thread.
await Promise.all([
  bundle(
    {
      main: 'server/main.ts',
      shop: 'server/cli/command-line.ts',
      parsers: 'server/app/run-parsers.ts',
      'simulation-shop': 'tools/simulation/simulation-shop.ts',
    },
    'dist',
  ),
  buildStorefront(),
  buildBackoffice(),
])
writeNotices()
