// Builds the served files if they are stale: for an image, an installation or tests in a browser.
import { build } from './prepare.mjs'

await build()
