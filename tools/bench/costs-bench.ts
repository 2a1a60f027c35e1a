import { measureCosts } from '#tools/bench/costs.ts'
import { recordCosts, recordedCosts } from '#tools/bench/recorded-costs.ts'

/** `npm run bench -- costs` prints what `npm test` holds; `npm run bench -- costs record` writes it down as the new measure. */
const before = recordedCosts()
const costs = await measureCosts()
process.stdout.write('| cost | recorded | measured |\n| --- | --- | --- |\n')
for (const [name, cost] of Object.entries(costs)) {
  process.stdout.write(`| ${name} | ${before[name] ?? '-'} | ${cost.toPrecision(3)} |\n`)
}
if (process.argv[3] === 'record') recordCosts(costs)
