// Builds the shop's pages into dist/storefront/: files for the browser with hashes in their names and brotli
// beside them, the script for the page's head, and the renderer of the login page for the server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { build } from 'vite'

import { root } from './prepare.mjs'

const out = path.join(root, 'dist/storefront')
/** 'use client' means nothing here, and a busy machine is no fault of what is built. */
const onLog = (level, log, handler) =>
  ['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'].includes(log.code) ? undefined : handler(level, log)

/** What every page stands on; the rest comes with the page that uses it, or with the frame around all but login. */
const OF_EVERY_PAGE =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|@fontsource[\w-]*)\/|vite\/(preload|modulepreload)|\/ui\/(?!Range|Combobox|Select|TextArea|Checkbox|Field|Stepper|Disclosure)|\/storefront\/((?!Shell|ShopLink|PictureBanner|warm-|opening-|picture-|use-next|use-amounts)[^/]+|account\/(?!solve-|hand-over)[^/]+|frame\/(Cookie|Sandbox)[^/]+|catalogue\/list-memory)\.tsx?$/

/** What stands around every page but login, and the small parts that most of them share. */
const OF_THE_FRAME =
  /\/storefront\/(Shell|ShopLink|PictureBanner|warm-pictures|opening-pictures|picture-sizes|use-next-pages|use-amounts|frame\/|chat\/ChatLauncher|basket\/(BasketOverlayHost|keep-cart|use-add-to-cart|use-pick|fly-to-basket)|wishlist\/(WishHeart|use-wish|remember-wish-list)|catalogue\/(use-cart-totals|PriceTag))|\/ui\/(Checkbox|Disclosure|Field|SelectField|Stepper)\.|\/domain\/(cart-rules|points|wire-bool)\./
/** What the steps from the cart to the order share, and the order's page with them. */
const OF_ORDERING =
  /\/storefront\/(cart\/CartTotals|checkout\/(CheckoutBanner|ProgressBar|delivery-words|Postal))|\/domain\/(postal-code|email)\./

const shared = {
  configFile: false,
  root: path.join(root, 'storefront'),
  publicDir: false,
  logLevel: 'warn',
  resolve: {
    alias: [
      // Its entry for browsers is the one for development.
      {
        find: /^react-router$/,
        replacement: path.join(root, 'node_modules/react-router/dist/production/index.mjs'),
      },
      { find: /^#(contract|domain|storefront|ui)\//, replacement: `${root}/$1/` },
    ],
  },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
}

export async function buildStorefront() {
  rmSync(out, { recursive: true, force: true })
  await build({
    ...shared,
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
            groups: [
              { name: 'shop', test: OF_EVERY_PAGE, priority: 3 },
              { name: 'frame', test: OF_THE_FRAME, priority: 2 },
              { name: 'ordering', test: OF_ORDERING, priority: 1 },
            ],
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
        entry: path.join(root, 'storefront/early.ts'),
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
  compress(path.join(out, 'browser/assets'))
}

function compress(folder) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(path.join(folder, name))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
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
