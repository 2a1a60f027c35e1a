import {
  costsFarBelow,
  costsUnmatched,
  digits,
  distanceOf,
  judgeCosts,
  type Verdict,
} from '#tools/bench/cost-verdict.ts'
import { measureCosts } from '#tools/bench/costs.ts'
import { recordCosts, recordedCosts } from '#tools/bench/recorded-costs.ts'
import { printTable } from '#tools/bench/table.ts'

/** `npm run bench -- costs` prints what `npm test` compares; `npm run bench -- costs record` stores it as the new record. */
const costs = await measureCosts({ log: (line) => process.stderr.write(`${line}\n`) })
const verdicts = judgeCosts(costs, recordedCosts())
printTable([
  ['cost', 'unit', 'measured', 'recorded', 'limit: 15% above', 'verdict'],
  ...verdicts.map((verdict) => [
    verdict.name,
    verdict.unit,
    digits(verdict.measured),
    digits(verdict.recorded),
    digits(verdict.limit),
    asText(verdict),
  ]),
])
for (const text of [costsUnmatched(verdicts), costsFarBelow(verdicts)])
  if (text !== '') process.stdout.write(`\n${text}\n`)
if (process.argv[3] === 'record') recordCosts(costs)

function asText(verdict: Verdict): string {
  const { state } = verdict
  if (state === 'above') return `missed: ${distanceOf(verdict)}`
  return state === 'far below' ? `met, ${distanceOf(verdict)}` : state
}
