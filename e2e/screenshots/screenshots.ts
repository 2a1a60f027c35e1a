import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { watchTraffic } from '#e2e/support/network-idle.ts'
import { removeWithBench } from '#tools/bench/end-with-bench.ts'
import { startShopProcess } from '#tools/bench/shop-process.ts'
import { findBrowser, launch } from '#e2e/support/browser.ts'
import { scenes } from '#e2e/screenshots/scenes.ts'
import { makeStage, makeVouchers, type Scenes } from '#e2e/screenshots/scene-setup.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const WIDTHS = [
  { width: 1280, height: 900 },
  { width: 375, height: 720 },
]

const wanted = process.argv.slice(2)
const chosen = Object.entries(scenes).filter(
  ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
)
const target = path.join(projectRoot, '.cache/screenshots')
if (wanted.length === 0) await rm(target, { recursive: true, force: true })
await mkdir(target, { recursive: true })

// A named folder is reused by the next run, with its demo data and images.
const kept = process.env['SCREENSHOTS_DATA']
const data = kept ?? (await mkdtemp(path.join(os.tmpdir(), 'giftpoint-screenshots-')))
removeWithBench(data, { kept: kept !== undefined })
const shop = await startShopProcess(data)
const vouchers = makeVouchers(data)
const browser = await launch(await findBrowser())
try {
  for (const [name, play] of chosen) {
    for (const view of WIDTHS) await shoot(name, play, view)
  }
} finally {
  await browser.close()
  await shop.stop()
  if (!kept) await rm(data, { recursive: true, force: true })
}

async function shoot(
  name: string,
  play: Scenes[string],
  viewport: { width: number; height: number },
) {
  const context = await browser.newContext({
    viewport,
    isMobile: viewport.width < 600,
    hasTouch: viewport.width < 600,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
  })
  watchTraffic(context)
  context.setDefaultTimeout(10_000)
  const started = performance.now()
  try {
    const page = await context.newPage()
    await play(
      makeStage({
        page,
        url: shop.url,
        vouchers,
        file: path.join(target, `${name}-${viewport.width}`),
      }),
    )
    process.stdout.write(
      `${name} ${viewport.width} ${Math.round(performance.now() - started)} ms\n`,
    )
  } catch (error) {
    // One picture that cannot be made does not keep the others from being made.
    process.exitCode = 1
    process.stderr.write(`${name} ${viewport.width}: ${String(error)}\n`)
  } finally {
    await context.close()
  }
}
