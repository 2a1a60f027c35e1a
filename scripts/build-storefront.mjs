// Builds the shop's pages into dist/storefront/: files for the browser with hashes in their names and brotli
// beside them, the script for the page's head, and the renderer of the login page for the server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { build } from 'vite'

import { root } from './prepare.mjs'

const out = path.join(root, 'dist/storefront')
const packed = promisify(brotliCompress)
/** 'use client' has no meaning here, and slow plugins on a busy machine are no defect of the build. */
export const onLog = (level, log, handler) =>
  ['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'].includes(log.code) ? undefined : handler(level, log)

const LOGIN = 'account/LoginPage.tsx'
/** Loaded by the login, after too many attempts. What both need stays out of the first file. */
const PROOF_OF_WORK = '../ui/lib/solve-challenge.ts'

/** Folders whose pages are mostly seen one after the other. */
const CHOOSING = /^(home|catalog|wishlist)\//
const ORDERING = /^(cart|checkout|orders)\//
/** The card of a gift, and the rows of gifts that several pages show. */
const CARDS = /^(product-card|suggestions)\//
/** The steps to an order, one after the other. */
const STEPS = /^(cart|checkout\/(delivery|personal))\//

/**
 * One file for what every page needs, one for the frame and what pages share beside it, one for what the order steps
 * share. Each further file costs a round trip, and a browser makes six requests at a time. The split follows from the
 * importers of a module, not from a list. Modules with few users are in their users' files. Login loads without the
 * frame: what both need is in the first file, and what only login needs is loaded by login alone. The card of a gift
 * has a file of its own, because the steps to an order show none at first.
 */
function partOf(id, graph) {
  const users = [...usersOf(id, graph)].filter((user) => user !== PROOF_OF_WORK)
  if (users.includes('main.tsx') || /^\0?(rolldown|vite)\//.test(id)) return 'shop'
  if (users.includes(LOGIN)) return users.length > 1 ? 'shop' : null
  if (users.includes('Shell.tsx')) return 'frame'
  if (CARDS.test(path.relative(storefront, id))) return 'card'
  const pages = users.filter((user) => user.endsWith('Page.tsx'))
  const all = (folders) => pages.every((page) => folders.test(page))
  if (all(STEPS) && pages.length === 2) return 'steps'
  if (all(ORDERING)) return pages.length >= 3 ? 'ordering' : null
  return pages.length >= (all(CHOOSING) ? 2 : 3) ? 'frame' : null
}

/** The pages and layout parts that need a module. */
function usersOf(id, graph, seen = new Set()) {
  if (seen.has(id)) return []
  seen.add(id)
  const { importers, dynamicImporters, isEntry } = graph.getModuleInfo(id)
  const own = isEntry || dynamicImporters.length > 0 ? [path.relative(storefront, id)] : []
  return new Set([...own, ...importers.flatMap((other) => [...usersOf(other, graph, seen)])])
}

const storefront = path.join(root, 'storefront')

/**
 * Leaves out what the shop does not use of the query package, and what its client would bring along all the same: infinite
 * queries and mutations (`use-serial-queue.ts`), 2 KB of what every page sends.
 */
const lightQueries = {
  name: 'light-queries',
  transform(code, id) {
    if (!id.endsWith('/query-core/build/modern/query.js')) return undefined
    const [before, after, more] = code.split(
      '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
    )
    if (after === undefined || more !== undefined) throw new Error('The query package has changed.')
    return `${before}this.options.behavior${after}`
  },
  load: (id) =>
    id.endsWith('/query-core/build/modern/mutationCache.js') ? NO_MUTATIONS : undefined,
}
const NO_MUTATIONS = `export class MutationCache {
  findAll() { return [] }
  clear() {}
  async resumePausedMutations() {}
}`

export const shared = {
  configFile: false,
  root: path.join(root, 'storefront'),
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    alias: [
      {
        find: /^#(backoffice|contract|domain|employer-portal|storefront|ui)\//,
        replacement: `${root}/$1/`,
      },
    ],
  },
  css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
}

export async function buildStorefront() {
  rmSync(out, { recursive: true, force: true })
  await build({
    ...shared,
    plugins: [lightQueries],
    build: {
      outDir: path.join(out, 'browser'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      cssCodeSplit: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.join(root, 'storefront/main.tsx'),
        onLog,
        output: {
          // One file for what every page needs, one for the frame, one for the page: every further one would be
          // a further way there and back, and a browser goes six at a time.
          codeSplitting: {
            groups: [{ name: partOf, debugName: 'parts' }],
            // A dependency of a grouped module has the same users or more, so it gets its own group by name.
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  })
  await build({
    ...shared,
    build: {
      outDir: path.join(out, 'head'),
      emptyOutDir: true,
      target: 'es2022',
      lib: {
        entry: path.join(root, 'storefront/preload.ts'),
        formats: ['iife'],
        name: 'early',
        fileName: () => 'early.js',
      },
      reportCompressedSize: false,
    },
  })
  await build({
    ...shared,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir: path.join(out, 'server'),
      emptyOutDir: true,
      ssr: path.join(root, 'storefront/render-login.tsx'),
      target: 'node20',
      rolldownOptions: { onLog, output: { entryFileNames: 'render-login.mjs' } },
    },
  })
  skipFacade(path.join(out, 'browser'))
  await compress(path.join(out, 'browser/assets'))
}

/** By the threads of the process, while others build. */
export async function compress(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(path.join(folder, name))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(path.join(folder, `${name}.br`), await packed(bytes, { params }))
    }),
  )
}

/**
 * Where the entry only imports the part that holds everything, pages name that part itself: one request less. The
 * frame has lost its own name to the part it is in.
 */
function skipFacade(folder) {
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const entry = manifest['main.tsx']
  const [, part] =
    /^import"\.\/(shop-[\w-]+\.js)";\s*$/.exec(
      readFileSync(path.join(folder, entry.file), 'utf8'),
    ) ?? []
  // Without one the entry is that part.
  if (part) {
    const shop = Object.values(manifest).find((chunk) => chunk.file === `assets/${part}`)
    manifest['main.tsx'] = { ...shop, isEntry: true }
  }
  manifest['Shell.tsx'] ??= Object.values(manifest).find((chunk) => chunk.name === 'frame')
  writeFileSync(file, JSON.stringify(manifest))
}
