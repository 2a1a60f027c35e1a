import { describe, expect, it } from 'vitest'

import { costsAbove, costsFarBelow, costsUnmatched, judgeCosts } from '#tools/bench/cost-verdict.ts'
import { recordedCosts } from '#tools/bench/recorded-costs.ts'

const RECORDED = {
  'order: statements run': 53.1,
  'order: records written': 2,
  'list, not asked before: processor time': 0.262,
}

describe('the verdict on costs', () => {
  it('names a cost above its limit with unit, percent and what to do', () => {
    const verdicts = judgeCosts({ ...RECORDED, 'order: statements run': 65 }, RECORDED)
    expect(costsAbove(verdicts)).toBe(
      `Costs more than 15% above their recorded value:
  order: statements run: measured 65, recorded 53.1 statements (22% above)
Lower them, or run \`npm run bench -- costs record\` and give the reason in the commit.`,
    )
    expect([costsFarBelow(verdicts), costsUnmatched(verdicts)]).toEqual(['', ''])
  })

  it('reports a cost far below its record without failing', () => {
    const measured = {
      ...RECORDED,
      'order: records written': 1.2,
      'list, not asked before: processor time': 0.171,
    }
    const verdicts = judgeCosts(measured, RECORDED)
    expect(costsFarBelow(verdicts)).toBe(
      `Costs more than 15% below their recorded value:
  list, not asked before: processor time: measured 0.171, recorded 0.262 comparison loops (35% below)
Run \`npm run bench -- costs record\` to record the lower values.`,
    )
    expect(costsAbove(verdicts)).toBe('')
  })

  it('reports a missing or misspelt row', () => {
    const { 'order: statements run': statements, ...others } = RECORDED
    const verdicts = judgeCosts(RECORDED, { ...others, 'order: statments run': statements })
    expect(costsUnmatched(verdicts)).toBe(
      `Costs that do not match tools/bench/recorded-costs.json:
  order: statments run: recorded, but not measured
  order: statements run: measured, but not recorded
Correct a misspelt name in that file, or run \`npm run bench -- costs record\`.`,
    )
    expect(costsAbove(verdicts) + costsFarBelow(verdicts)).toBe('')
  })

  it('knows the unit of each recorded cost', () => {
    const verdicts = judgeCosts({}, recordedCosts())
    const units = new Set(verdicts.map(({ unit }) => unit))
    expect([...units].toSorted()).toEqual([
      'KB',
      'MB',
      'WAL records',
      'comparison loops',
      'files',
      'statements',
    ])
  })
})
