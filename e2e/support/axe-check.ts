import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { waitUntilSettled } from '#e2e/support/network-idle.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { withinSeconds } from '#server/testing/within-seconds.ts'

type Finding = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] }

let source: Promise<string> | undefined

/**
 * Explicit, because axe leaves some rules out by default, for example that a control's name contains its visible
 * label (WCAG 2.5.3).
 */
const RULES = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/**
 * These rules depend only on appearance (colours, positions, sizes) and take two thirds of axe's time. They are
 * skipped for a page that looks the same as one already checked, in another language or another test.
 */
const APPEARANCE_RULES = {
  'color-contrast': { enabled: false },
  'link-in-text-block': { enabled: false },
  'target-size': { enabled: false },
}
const passedAppearances = new Set<string>()

/** axe finds no violation on the page by the rules of WCAG 2.0 to 2.2, A and AA, and best practice. */
export async function expectNoAxeViolations(page: Page, within?: string) {
  source ??= readFile(path.join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(await source)
  // A page without a heading may still be loading; if it never gets one, axe reports it.
  await withinSeconds(5, async () => (await page.locator('h1').count()) > 0)
  await waitUntilSettled(page)
  await page.evaluate(waitForTransitions)
  const appearance = createHash('sha256')
    .update(await page.evaluate(appearanceOf, within ?? 'html'))
    .digest('base64')
  const rules = passedAppearances.has(appearance)
    ? { ...RULES.rules, ...APPEARANCE_RULES }
    : RULES.rules
  const findings = await page.evaluate(
    async ([selector, rules]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<{ violations: Finding[] }> }
      }
      const options = { ...rules, resultTypes: ['violations'] }
      const { violations } = await axe.run(selector ?? document, options)
      return violations
    },
    [within, { ...RULES, rules }] as const,
  )
  expect(
    findings.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    })),
  ).toEqual([])
  passedAppearances.add(appearance)
}

/** Everything that decides how the page looks, except its texts, numbers and images. */
function appearanceOf(selector: string): string {
  const TEXT_ATTRIBUTES =
    /^(id|for|name|value|title|alt|lang|placeholder|href|src|srcset|content|datetime|aria-(label|labelledby|describedby|controls|owns|details|valuetext|description))$/
  const elements = [...document.querySelectorAll(`${selector}, ${selector} *`)].map((element) => {
    const style = getComputedStyle(element)
    return [
      element.tagName,
      ...[...element.attributes].map(({ name, value }) =>
        TEXT_ATTRIBUTES.test(name) ? name : name + value,
      ),
      [...element.childNodes].map(({ nodeType }) => nodeType).join(''),
      // Current values, which depend on pointer, dark mode and channel.
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.fontSize,
      style.fontWeight,
      style.opacity,
      style.display,
      style.visibility,
    ]
  })
  return JSON.stringify([innerWidth, innerHeight, elements])
}

/** Waits for a paint and the end of all transitions. In between, colours do not have their final contrast. */
async function waitForTransitions() {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame()
  await frame()
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(moving.map((one) => one.finished))
}
