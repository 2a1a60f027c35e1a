import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Answer } from '#contract/client.shop.ts'
import type { Language } from '#domain/language.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/** The data of the login page, the same on server and browser. */
export type PageData = {
  site: Answer<'site'>
  language: Language
  components: Answer<'component'>['response'][]
}

export type BuiltFile = { bytes: Buffer; brotli: Buffer | null; type: string; etag: string }

/** The files of the built storefront, read into memory once. */
export type StorefrontFiles = {
  files: ReadonlyMap<string, BuiltFile>
  /** Runs in the head of every page, before other files have loaded. */
  headScript: string
  /** The style of every page, small enough to be inline. */
  style: string
  /** The names of the styles in it. */
  styleNames: string[]
  /** The additional files of the page of this part. */
  filesOf(part: string, framed: boolean): { scripts: string[]; styles: string[] }
  /** The content of one of these styles. */
  styleOf(name: string): string
  fonts: string[]
  renderLogin(pageData: PageData): Promise<string>
  /** Loads the renderer of the login page before the first holder needs it. */
  prepare(): Promise<void>
}

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export async function loadStorefront(folder: string): Promise<StorefrontFiles> {
  if (!existsSync(path.join(folder, 'browser/manifest.json'))) {
    throw new StartupProblem('The pages have not been built: start the shop with npm start.')
  }
  const manifest = JSON.parse(
    await readFile(path.join(folder, 'browser/manifest.json'), 'utf8'),
  ) as Record<string, Chunk>
  const rendererUrl = pathToFileURL(path.join(folder, 'server/render-login.mjs')).href
  const importRenderer = () =>
    import(rendererUrl) as Promise<{ renderLogin(pageData: PageData): string }>
  const files = await readAssets(path.join(folder, 'browser/assets'))
  const styleOf = (name: string) => files.get(name)?.bytes.toString() ?? ''
  return {
    files,
    headScript: await readFile(path.join(folder, 'head/early.js'), 'utf8'),
    style: commonStyles(manifest).map(styleOf).join('\n'),
    styleNames: commonStyles(manifest),
    styleOf,
    filesOf: (part, framed) => filesOfParts(manifest, framed ? ['Shell.tsx', part] : [part]),
    // Preloaded fonts of the first text. Others load when a page uses their characters.
    fonts: [...files.keys()].filter((name) => /latin-(wght-normal|400-normal)-.*woff2$/.test(name)),
    renderLogin: async (pageData) => (await importRenderer()).renderLogin(pageData),
    async prepare() {
      await importRenderer()
    },
  }
}

export async function readAssets(folder: string) {
  const files = new Map<string, BuiltFile>()
  for (const name of await readdir(folder)) {
    const type = TYPES[path.extname(name)]
    if (!type) continue
    const compressed = path.join(folder, `${name}.br`)
    files.set(name, {
      bytes: await readFile(path.join(folder, name)),
      brotli: existsSync(compressed) ? await readFile(compressed) : null,
      type,
      etag: `"${name}"`,
    })
  }
  return files
}

function filesOfParts(manifest: Record<string, Chunk>, parts: string[]) {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const common = new Set(commonStyles(manifest))
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(path.basename(chunk.file))) return
    scripts.add(path.basename(chunk.file))
    for (const style of chunk.css ?? []) {
      if (!common.has(path.basename(style))) styles.add(path.basename(style))
    }
    for (const other of chunk.imports ?? []) visit(other)
  }
  for (const key of ['main.tsx', ...parts]) visit(key)
  return { scripts: [...scripts], styles: [...styles] }
}

const commonStyles = (manifest: Record<string, Chunk>) =>
  (manifest['main.tsx']?.css ?? []).map((file) => path.basename(file))
