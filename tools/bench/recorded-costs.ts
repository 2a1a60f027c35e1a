import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Costs } from '#tools/bench/costs.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const FILE = path.join(projectRoot, 'tools/bench/recorded-costs.json')

/** PostgreSQL prunes a page now and then, which adds a record to some calls. */
export const slackOf = (name: string) => (name.endsWith('records written') ? 1 : 0)

/** How far a cost may be above its recorded value. */
export const TOLERANCE = 0.15

/** The most that a cost may be. */
export const limitOf = (name: string, recorded: number) =>
  recorded * (1 + TOLERANCE) + slackOf(name)

export const recordedCosts = () => JSON.parse(readFileSync(FILE, 'utf8')) as Costs

/** Three digits: more of them would change with every run. */
export function recordCosts(costs: Costs) {
  const rounded = Object.entries(costs).map(([name, cost]) => [name, Number(cost.toPrecision(3))])
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}
