// Builds the shop's pages into dist/storefront/: files for the browser with hashes in their names and brotli
// beside them, the script for the page's head, and the renderer of the login page for the server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { build } from 'vite'

import { root } from './prepare.mjs'

const out = path.join(root, 'dist/storefront')
const compressBrotli = promisify(brotliCompress)
/** 'use client' has no meaning here, and slow plugins on a busy machine are no defect of the build. */
export const onLog = (level, log, handler) =>
  ['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'].includes(log.code) ? undefined : handler(level, log)

const LOGIN_PAGE = 'account/LoginPage.tsx'
/** The login page loads it after too many attempts. What both need stays out of the first file, so it is no user. */
const PROOF_OF_WORK = '../ui/lib/solve-challenge.ts'

/** Folders of pages that are usually opened one after the other. */
const BROWSING_PAGES = /^(home|catalog|wishlist)\//
const ORDER_PAGES = /^(cart|checkout|orders)\//
/** The card of a gift, and the rows of gifts that several pages show. */
const CARD_MODULES = /^(product-card|suggestions)\//
/** The first steps of an order: cart, delivery and personal details. */
const STEP_PAGES = /^(cart|checkout\/(delivery|personal))\//

/**
 * The file of a module, by its importers: `shop` for what every page needs, `frame` for the layout and what pages share,
 * `steps` and `ordering` for what order pages share. null: the file of its importer. Each further file costs a round
 * trip, and a browser makes six requests at a time. Login loads without `frame`, so what it shares is in `shop`. The card
 * of a gift has its own file, because the order steps show none at first.
 */
function chunkOf(id, graph) {
  const users = [...usersOf(id, graph)].filter((user) => user !== PROOF_OF_WORK)
  if (users.includes('main.tsx') || /^\0?(rolldown|vite)\//.test(id)) return 'shop'
  if (users.includes(LOGIN_PAGE)) return users.length > 1 ? 'shop' : null
  if (users.includes('Shell.tsx')) return 'frame'
  if (CARD_MODULES.test(path.relative(STOREFRONT, id))) return 'card'
  const pages = users.filter((user) => user.endsWith('Page.tsx'))
  const areAllIn = (folders) => pages.every((page) => folders.test(page))
  if (areAllIn(STEP_PAGES) && pages.length === 2) return 'steps'
  if (areAllIn(ORDER_PAGES)) return pages.length >= 3 ? 'ordering' : null
  return pages.length >= (areAllIn(BROWSING_PAGES) ? 2 : 3) ? 'frame' : null
}

/** The pages and layout parts that need a module. */
function usersOf(id, graph, seen = new Set()) {
  if (seen.has(id)) return []
  seen.add(id)
  const { importers, dynamicImporters, isEntry } = graph.getModuleInfo(id)
  const self = isEntry || dynamicImporters.length > 0 ? [path.relative(STOREFRONT, id)] : []
  return new Set([...self, ...importers.flatMap((other) => [...usersOf(other, graph, seen)])])
}

const STOREFRONT = path.join(root, 'storefront')

/**
 * Removes infinite queries and mutations from the query package, 2 KB of every page. The shop does not use them
 * (`use-serial-queue.ts`), but the client of the package imports them.
 */
const lightQueries = {
  name: 'light-queries',
  transform(code, id) {
    if (!id.endsWith('/query-core/build/modern/query.js')) return undefined
    const [before, after, rest] = code.split(
      '(this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options.behavior)',
    )
    if (after === undefined || rest !== undefined) throw new Error('The query package has changed.')
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
          codeSplitting: {
            groups: [{ name: chunkOf, debugName: 'parts' }],
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

/** Compresses in the thread pool, while the other builds run. */
export async function compress(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(path.join(folder, name))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(path.join(folder, `${name}.br`), await compressBrotli(bytes, { params }))
    }),
  )
}

/**
 * If the entry only imports the file `shop`, pages load that file as the entry: one request less. The layout gets its
 * name back, which the manifest does not list for a module of a group.
 */
function skipFacade(folder) {
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const entry = manifest['main.tsx']
  const [, shopFile] =
    /^import"\.\/(shop-[\w-]+\.js)";\s*$/.exec(
      readFileSync(path.join(folder, entry.file), 'utf8'),
    ) ?? []
  // Otherwise the entry is the file `shop` itself.
  if (shopFile) {
    const shop = Object.values(manifest).find((chunk) => chunk.file === `assets/${shopFile}`)
    manifest['main.tsx'] = { ...shop, isEntry: true }
  }
  manifest['Shell.tsx'] ??= Object.values(manifest).find((chunk) => chunk.name === 'frame')
  writeFileSync(file, JSON.stringify(manifest))
}
