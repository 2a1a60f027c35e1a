// Builds the shop's pages into dist/storefront/: files for the browser with hashes in their names and brotli
// beside them, the script for the page's head, and the renderer of the login page for the server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { build } from 'vite'

import { root } from './prepare.mjs'

const out = path.join(root, 'dist/storefront')
/** 'use client' means nothing here. */
const onLog = (level, log, handler) =>
  log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handler(level, log)

/** What every page stands on; the rest comes with the page that uses it, or with the frame around all but login. */
const OF_EVERY_PAGE =
  /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|@fontsource[\w-]*)\/|vite\/(preload|modulepreload)|\/ui\/(?!Range|Combobox|Select|TextArea|Checkbox|Field|Stepper|Disclosure)|\/storefront\/((?!Shell)[^/]+|account\/[^/]+|frame\/(Cookie|Sandbox)[^/]+|catalogue\/list-memory)\.tsx?$/

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
          // One file for what every page needs: a second one would be a second way there and back.
          codeSplitting: { groups: [{ name: 'shop', test: OF_EVERY_PAGE }] },
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

/** Where the entry only imports the part that holds everything, pages name that part itself: one request less. */
function skipFacade(folder) {
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const entry = manifest['main.tsx']
  const [, part] =
    /^import"\.\/(shop-[\w-]+\.js)";\s*$/.exec(
      readFileSync(path.join(folder, entry.file), 'utf8'),
    ) ?? []
  // Then the entry is that part.
  if (!part) return
  const shop = Object.values(manifest).find((chunk) => chunk.file === `assets/${part}`)
  manifest['main.tsx'] = { ...shop, isEntry: true }
  writeFileSync(file, JSON.stringify(manifest))
}
