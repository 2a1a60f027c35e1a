// What the journeys in the browser need: built pages, as fresh as their sources.
import { build } from './prepare.mjs'

await build()
