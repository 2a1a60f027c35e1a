import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { projectRoot } from '#server/project-root.ts'

type Finding = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] }

let source: Promise<string> | undefined

/** axe finds nothing on the page as it stands (WCAG 2.2 A and AA, and what it calls best practice). */
export async function axeFindsNothing(page: Page, within?: string) {
  source ??= readFile(path.join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')
  await page.evaluate(await source)
  const findings = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: unknown, options: unknown): Promise<{ violations: Finding[] }> }
    }
    const { violations } = await axe.run(selector ?? document, { resultTypes: ['violations'] })
    return violations
  }, within)
  expect(
    findings.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.slice(0, 4).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    })),
  ).toEqual([])
}
