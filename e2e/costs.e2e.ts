import { beforeAll, it } from 'vitest'

import {
  COST_KINDS,
  costsAbove,
  costsFarBelow,
  costsUnmatched,
  judgeCosts,
  type Verdict,
} from '#tools/bench/cost-verdict.ts'
import { type Costs, measureCosts } from '#tools/bench/costs.ts'
import { limitOf, recordedCosts } from '#tools/bench/recorded-costs.ts'

const recorded = recordedCosts()
/**
 * Named when it is above its record, and no failure: the same commit took 1.8 times its recorded time on a machine that
 * reclaims memory, where starting a process costs more but the loop it is compared with does not.
 */
const DEPENDS_ON_MACHINE = 'processor time'
const GATED = COST_KINDS.filter((kind) => kind !== DEPENDS_ON_MACHINE)
const within = (name: string, cost: number) =>
  name.endsWith(DEPENDS_ON_MACHINE) || cost <= limitOf(name, recorded[name] ?? 0)
const areWithin = (costs: Costs) => {
  const some = Object.entries(costs)
  return some.length > 0 && some.every(([name, cost]) => within(name, cost))
}

let verdicts: Verdict[] = []
beforeAll(async () => {
  verdicts = judgeCosts(await measureCosts({ isEnough: areWithin }), recorded)
  const slower = costsAbove(verdicts.filter(({ kind }) => kind === DEPENDS_ON_MACHINE))
  for (const hint of [costsFarBelow(verdicts), slower]) {
    if (hint !== '') process.stderr.write(`${hint}\n`)
  }
})

/** Without lines of code, which explain nothing here. */
function failWith(text: string) {
  if (text !== '') throw Object.assign(new Error(text), { stack: `Error: ${text}` })
}

it('each cost has a recorded value', () => failWith(costsUnmatched(verdicts)))

it.each(GATED)('%s: at most 15 percent above the recorded values (speed)', (kind) =>
  failWith(costsAbove(verdicts.filter((verdict) => verdict.kind === kind))),
)
