import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'
import { parse } from 'yaml'

import { numbersFrom } from '#domain/simulation/seeded-numbers.ts'
import { addDays } from '#domain/time/zone-days.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { employeesOf, guestsOf } from '#tools/demo-making/history-people.ts'
import { campaignsOf, Plan, SEASON_TAIL_DAYS } from '#tools/demo-making/history-plan.ts'

const plan = Plan.parse(
  parse(readFileSync(path.join(projectRoot, 'demo/history/plan.yaml'), 'utf8')),
)

function guests(seed: number) {
  const random = numbersFrom(seed)
  const staff = employeesOf(plan, random)
  return campaignsOf(plan).flatMap((campaign) =>
    guestsOf(plan, campaign, { staff: staff.get(campaign.employer) ?? [], random }),
  )
}

it('plans 40 campaigns of four employers, and the same people for the same seed (PRODUCT-21)', () => {
  const campaigns = campaignsOf(plan)
  expect(campaigns).toHaveLength(40)
  expect(new Set(campaigns.map(({ employer }) => employer)).size).toBe(4)
  expect(guests(plan.seed)).toEqual(guests(plan.seed))
  expect(guests(plan.seed)).not.toEqual(guests(plan.seed + 1))
})

it('ends each seasonal campaign in the past, and leaves no placeholder in a name', () => {
  for (const { name, opens, runs, isSeasonal } of campaignsOf(plan)) {
    expect(name).not.toContain('{')
    if (isSeasonal) expect(addDays(opens, runs + SEASON_TAIL_DAYS) <= plan.anchor, name).toBe(true)
  }
})

it('gives each employee a unique email address that does not exist', () => {
  for (const [employer, staff] of employeesOf(plan, numbersFrom(plan.seed))) {
    expect(new Set(staff.map(({ email }) => email)).size, employer).toBe(staff.length)
    for (const { email } of staff) expect(email).toMatch(/^[a-z.]+@[a-z-]+\.example$/)
  }
})
