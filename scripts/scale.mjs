// npm run scale: several shops on Patroni, HAProxy and PgBouncer on this machine, and what happens to orders when
// leaders change, die or lag behind. `npm run scale -- --help` names its rows. See docs/scale.md.
import { build, buildMeasurements, checkNode, installPackages, root } from './prepare.mjs'

checkNode()
await installPackages({ forTests: true })
await build()
await buildMeasurements()
process.chdir(root)
const { main } = await import('../tools/scale/rig.mjs')
await main(process.argv.slice(2))
