import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { projectRoot } from '#server/ground/project-root.ts'

type Finding = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] }

let source: Promise<string> | undefined

/**
 * Named, because what axe runs by itself leaves out rules of its own choice: that the name of a control holds the
 * words that stand on it (WCAG 2.5.3) is one of them.
 */
const RULES = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** axe finds nothing on the page as it stands, by the rules of WCAG 2.0 to 2.2, A and AA, and best practice. */
export async function axeFindsNothing(page: Page, within?: string) {
  source ??= readFile(path.join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')
  await page.evaluate(await source)
  // A page that has no title yet is still on its way; one that has none at all is told so by axe.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => {})
  await page.evaluate(comeToRest)
  const findings = await page.evaluate(
    async ([selector, rules]) => {
      const { axe } = globalThis as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<{ violations: Finding[] }> }
      }
      const options = { ...rules, resultTypes: ['violations'] }
      const { violations } = await axe.run(selector ?? document, options)
      return violations
    },
    [within, RULES] as const,
  )
  expect(
    findings.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    })),
  ).toEqual([])
}

/** What was asked for is painted, and no colour is on its way to another: in between nothing has the contrast it will have. */
async function comeToRest() {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame()
  await frame()
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(moving.map((one) => one.finished))
}
